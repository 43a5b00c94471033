import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { dateTime, okResponse, text } from './shapes.ts';

const build = z
  .object({
    id: z.string(),
    status: z.enum(['queued', 'building', 'done', 'failed']),
    reason: z.enum(['request', 'publish', 'settings', 'start', 'command']),
    requested_by: z.string().nullable(),
    full: z.boolean(),
    requested_at: dateTime,
    started_at: dateTime.nullable(),
    finished_at: dateTime.nullable(),
    result: z
      .object({
        files: z.int().meta({ description: 'Of the whole output.' }),
        rendered: z.int(),
        written: z.int().meta({ description: 'Files that are new or another than before.' }),
        removed: z.int(),
        findings: z.int().meta({ description: 'Links and pictures that lead nowhere.' }),
      })
      .nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'Build' });

export const builds = defineNoun('operations', {
  status: {
    get: '/operations',
    access: { capability: 'operations.manage' },
    summary: 'How the static output, the schedule and the cache of public pages stand',
    answer: z
      .object({
        status: z.enum(['idle', 'building', 'failed']),
        last_build: dateTime.nullable().meta({ description: 'When a build last went well.' }),
        build_duration: z.int().nullable().meta({ description: 'Of that build, in milliseconds.' }),
        cache_size: z.int().meta({ description: 'Bytes of public answers ready in this process.' }),
        queue_length: z.int(),
        next_due_at: dateTime
          .nullable()
          .meta({ description: 'When the clock publishes or hides something next.' }),
        last_run_at: dateTime.nullable().meta({ description: 'When it last did.' }),
        overdue: z.int().meta({ description: 'What should have been published or hidden by now.' }),
      })
      .meta({ id: 'OperationStatus' }),
    problems: [],
    example: {},
  },

  rebuild: {
    post: '/operations/rebuild',
    access: { capability: 'operations.manage' },
    audited: { action: 'operations.rebuild' },
    summary: 'Ask for a build of the static output; all that ask before it begins get one',
    body: z.strictObject({
      full: z
        .boolean()
        .optional()
        .meta({ description: 'Renders every page, including unchanged ones.' }),
    }),
    bodyOptional: true,
    answer: okResponse,
    problems: [],
    example: { body: {} },
  },

  builds: {
    get: '/operations/builds',
    access: { capability: 'operations.manage' },
    summary: 'The last hundred builds of the static output, the newest first',
    answer: z.array(build),
    problems: [],
    example: {},
  },

  build: {
    get: '/operations/build',
    access: { capability: 'operations.manage' },
    summary: 'One build of the static output, with its log',
    query: z.strictObject({ id: text().min(1) }),
    answer: build.extend({
      log: z.array(
        z.object({
          at: dateTime,
          level: z.enum(['info', 'warning', 'error']),
          message: z.string(),
        }),
      ),
    }),
    problems: ['not_found'],
    example: { query: { id: 'no-such-build' }, refused: [404, 'not_found'] },
  },
});
