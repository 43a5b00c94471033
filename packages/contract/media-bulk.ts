import { z } from 'zod';
import { faultIssue, fieldFault } from '@galley/kernel';
import { force, path, state } from './media.ts';
import { defineNoun } from './operation.ts';
import { text } from './shapes.ts';

const maxPaths = 200;
const tags = z.array(text().min(1).max(100)).max(100);

const bulkProblem = z
  .object({ code: z.string(), title: z.string(), status: z.int(), detail: z.string() })
  .meta({
    id: 'MediaBulkProblem',
    description: 'Response of the same operation on this file alone.',
  });

export const bulkMedia = defineNoun('media', {
  bulk: {
    post: '/media/bulk',
    // The service checks further capabilities per action, as for a single file.
    access: { capability: 'media.read' },
    audited: { action: 'media.metadata' },
    summary: 'Run one action on several files in order; answers 200 even if some are refused',
    body: z.strictObject({
      action: z.enum(['delete', 'restore', 'tag', 'move']),
      paths: z
        .array(path)
        .min(1)
        .max(maxPaths)
        .refine((all) => new Set(all).size === all.length, faultIssue(fieldFault('not_unique'))),
      add_tags: tags.optional().meta({ description: 'With `tag`.' }),
      remove_tags: tags.optional().meta({ description: 'With `tag`.' }),
      to: path.optional().meta({ description: 'With `move`: the target folder.' }),
      force: force.describe('With `delete` and `move`: proceed even if documents use the file.'),
    }),
    answer: z
      .object({
        results: z.array(
          z
            .object({
              path: z.string(),
              ok: z.boolean(),
              new_path: z.string().nullable().meta({
                description: 'Current path of the file; its trash path after a deletion.',
              }),
              state: state.nullable(),
              problem: bulkProblem.nullable(),
            })
            .meta({ id: 'BulkMediaResult' }),
        ),
        succeeded: z.int(),
        failed: z.int(),
      })
      .meta({ id: 'BulkMediaResponse' }),
    problems: [],
    example: { body: { action: 'delete', paths: ['media/none.txt'] } },
  },
});
