import { z } from 'zod';
import { documentStatus } from './documents.ts';
import { statusChange } from './editorial.ts';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { text } from './shapes.ts';

const most = 200;

const paths = z
  .array(text().min(1))
  .min(1)
  .max(most)
  .refine((all) => new Set(all).size === all.length, 'must not name one path twice');

const problem = z
  .object({ code: z.string(), title: z.string(), status: z.int(), detail: z.string() })
  .meta({ id: 'BulkProblem', description: 'What the operation on this one alone answers.' });

/** Results in the order of the request. */
function answerOf<Outcome extends z.ZodRawShape>(id: string, outcome: Outcome) {
  const result = z
    .object({ path: z.string(), ok: z.boolean(), ...outcome, problem: problem.nullable() })
    .meta({ id: `${id}Result` });
  return z
    .object({ results: z.array(result), succeeded: z.int(), failed: z.int() })
    .meta({ id: `${id}Response` });
}

const state = { revision: z.string().nullable(), status: documentStatus.nullable() };

export const bulkDocuments = defineNoun('documents', {
  bulkStatus: {
    post: '/documents/bulk/status',
    // The service checks further capabilities per status, as for a single document.
    access: { capability: 'documents.read' },
    audited: { action: 'document.status' },
    summary:
      'Bring documents to another state, one after the other; 200 also when some of them are refused',
    body: statusChange.extend({ paths }),
    answer: answerOf('BulkStatus', state),
    problems: [],
    example: { body: { paths: [exampleProject.draft], status: 'draft' } },
  },

  bulkDelete: {
    post: '/documents/bulk/delete',
    access: { capability: 'documents.lifecycle' },
    audited: { action: 'document.delete' },
    summary:
      'Move documents to the trash, one after the other; 200 also when some of them are refused',
    body: z.strictObject({ paths }),
    answer: answerOf('BulkDelete', {
      trash_path: z
        .string()
        .nullable()
        .meta({ description: 'Of the file in the trash; `bulk/restore` takes it.' }),
    }),
    problems: [],
    example: { body: { paths: ['posts/none.md'] } },
  },

  bulkRestore: {
    post: '/documents/bulk/restore',
    access: { capability: 'documents.lifecycle' },
    audited: { action: 'document.restore' },
    summary:
      'Put documents back from the trash, by their paths there or where they were; 200 also when some of them are refused',
    body: z.strictObject({ paths }),
    answer: answerOf('BulkRestore', {
      restored_path: z.string().nullable().meta({ description: 'Where the document is now.' }),
      ...state,
    }),
    problems: [],
    example: { body: { paths: ['posts/none.md'] } },
  },
});
