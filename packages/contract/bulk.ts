import { z } from 'zod';
import { faultIssue, fieldFault } from '@galley/kernel';
import { documentStatus } from './documents.ts';
import { assignment, note, statusChange } from './editorial.ts';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { text } from './shapes.ts';

const maxPaths = 200;

const paths = z
  .array(text().min(1))
  .min(1)
  .max(maxPaths)
  .refine((all) => new Set(all).size === all.length, faultIssue(fieldFault('not_unique')));

const terms = z
  .array(text().trim().min(1).max(100))
  .max(50)
  .default([])
  .meta({ description: 'Terms as written in the frontmatter.' });

const problem = z
  .object({ code: z.string(), title: z.string(), status: z.int(), detail: z.string() })
  .meta({
    id: 'BulkProblem',
    description: 'Response of the same operation on this document alone.',
  });

/** Results in the order of the request. */
function bulkResultOf<Outcome extends z.ZodRawShape>(id: string, outcome: Outcome) {
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
      'Change the status of several documents in order; answers 200 even if some are refused',
    body: statusChange.extend({ paths }),
    answer: bulkResultOf('BulkStatus', state),
    problems: [],
    example: { body: { paths: [exampleProject.draft], status: 'draft' } },
  },

  bulkAssign: {
    post: '/documents/bulk/assign',
    access: { capability: 'documents.assign' },
    audited: { action: 'document.assign' },
    summary: 'Assign several documents in order; answers 200 even if some are refused',
    body: z
      .strictObject({ paths, ...assignment, note: note.optional() })
      .refine(
        ({ owner, assignee, reviewer }) => (owner ?? assignee ?? reviewer) !== undefined,
        faultIssue(
          fieldFault('at_least_one_required', { keys: ['owner', 'assignee', 'reviewer'] }),
        ),
      ),
    answer: bulkResultOf('BulkAssign', state),
    problems: [],
    example: { body: { paths: [exampleProject.draft], assignee: '' } },
  },

  bulkTerms: {
    post: '/documents/bulk/terms',
    access: { capability: 'documents.write' },
    audited: { action: 'document.save' },
    summary:
      'Add and remove tags or other terms of several documents in order, as saving each would; answers 200 even if some are refused',
    body: z
      .strictObject({
        paths,
        taxonomy: text().min(1).default('tags').meta({
          description: 'Name of a taxonomy in the settings.',
        }),
        add: terms,
        remove: terms,
        rename: z
          .strictObject({
            from: z.array(text().trim().min(1).max(100)).min(1).max(50),
            to: text().trim().min(1).max(100),
          })
          .optional()
          .meta({
            description:
              '`to` takes the place of the first of `from`, and the others are removed. Documents without any of them stay unchanged.',
          }),
      })
      .refine(
        ({ add, remove, rename }) => rename !== undefined || add.length + remove.length > 0,
        faultIssue(fieldFault('at_least_one_required', { keys: ['add', 'remove', 'rename'] })),
      ),
    answer: bulkResultOf('BulkTerms', state),
    problems: [],
    example: { body: { paths: [exampleProject.draft], remove: ['None'] } },
  },

  bulkDelete: {
    post: '/documents/bulk/delete',
    access: { capability: 'documents.lifecycle' },
    audited: { action: 'document.delete' },
    summary: 'Move several documents to the trash in order; answers 200 even if some are refused',
    body: z.strictObject({ paths }),
    answer: bulkResultOf('BulkDelete', {
      trash_path: z
        .string()
        .nullable()
        .meta({ description: 'Path of the file in the trash; pass it to `bulk/restore`.' }),
    }),
    problems: [],
    example: { body: { paths: ['posts/none.md'] } },
  },

  bulkRestore: {
    post: '/documents/bulk/restore',
    access: { capability: 'documents.lifecycle' },
    audited: { action: 'document.restore' },
    summary:
      'Restore several documents from the trash in order, by their trash paths or original paths; answers 200 even if some are refused',
    body: z.strictObject({ paths }),
    answer: bulkResultOf('BulkRestore', {
      restored_path: z.string().nullable().meta({ description: 'Current path of the document.' }),
      ...state,
    }),
    problems: [],
    example: { body: { paths: ['posts/none.md'] } },
  },
});
