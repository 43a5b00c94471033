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
        files: z.int().meta({ description: 'Number of files in the whole output.' }),
        rendered: z.int(),
        written: z.int().meta({ description: 'Number of new or changed files.' }),
        removed: z.int(),
        findings: z.int().meta({ description: 'Number of broken links and missing pictures.' }),
      })
      .nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'Build' });

export const builds = defineNoun('operations', {
  status: {
    get: '/operations',
    access: { capability: 'operations.manage' },
    summary: 'Status of the static output, the schedule and the cache of public pages',
    answer: z
      .object({
        status: z.enum(['idle', 'building', 'failed']),
        last_build: dateTime.nullable().meta({ description: 'End of the last successful build.' }),
        build_duration: z
          .int()
          .nullable()
          .meta({ description: 'Duration of that build in milliseconds.' }),
        cache_size: z
          .int()
          .meta({ description: 'Bytes of cached public responses in this process.' }),
        queue_length: z.int(),
        next_due_at: dateTime
          .nullable()
          .meta({ description: 'Time of the next scheduled publish or unpublish.' }),
        last_run_at: dateTime
          .nullable()
          .meta({ description: 'Time of the last scheduled publish or unpublish.' }),
        overdue: z.int().meta({ description: 'Number of overdue scheduled actions.' }),
      })
      .meta({ id: 'OperationStatus' }),
    problems: [],
    example: {},
  },

  rebuild: {
    post: '/operations/rebuild',
    access: { capability: 'operations.manage' },
    audited: { action: 'operations.rebuild' },
    summary:
      'Request a build of the static output; requests made while a build is queued share that build',
    body: z.strictObject({
      full: z
        .boolean()
        .optional()
        .meta({ description: 'Render every page, including unchanged ones.' }),
    }),
    bodyOptional: true,
    answer: okResponse,
    problems: [],
    example: { body: {} },
  },

  builds: {
    get: '/operations/builds',
    access: { capability: 'operations.manage' },
    summary: 'The last 100 builds of the static output, newest first',
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
