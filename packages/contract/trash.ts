import { z } from 'zod';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { dateTime, displayName, okResponse, text } from './shapes.ts';

const trashEntry = z
  .object({
    path: z.string().meta({ description: 'Of the file in the trash; `restore` takes it.' }),
    type: z.string(),
    title: z.string(),
    deleted_by: z.string(),
    deleted_by_name: displayName,
    deleted_at: dateTime,
    original_path: z.string(),
  })
  .meta({ id: 'TrashEntry' });

export const documentTrash = defineNoun('documents', {
  trash: {
    get: '/documents/trash',
    access: { capability: 'documents.lifecycle' },
    summary: 'What the caller may read of the trash, newest first, 1,000 entries at most',
    answer: z.array(trashEntry),
    problems: [],
    example: {},
  },

  delete: {
    post: '/documents/delete',
    access: { capability: 'documents.lifecycle' },
    audited: { action: 'document.delete', target: 'path' },
    summary: 'Move a document to the trash, off the public',
    body: z.strictObject({
      path: z.string().min(1),
      expected_revision: z.string().optional(),
      lock_token: z.string().optional(),
    }),
    answer: okResponse,
    problems: [
      'invalid_path',
      'not_found',
      'stale_revision',
      'document_locked',
      'storage_failed',
      'insufficient_storage',
    ],
    example: {
      body: { path: exampleProject.draft, expected_revision: 'another' },
      refused: [409, 'stale_revision'],
    },
  },

  restore: {
    post: '/documents/restore',
    access: { capability: 'documents.lifecycle' },
    audited: { action: 'document.restore', target: 'path' },
    summary:
      'Put a document back from the trash, or bring back an earlier snapshot of a living one',
    body: z.strictObject({
      // `text()`, since the database look-up rejects NUL.
      path: text().min(1).meta({
        description:
          'The path of a trash entry, or where the document was: then the one that was deleted last. With `hash`, that of a living document.',
      }),
      hash: text().min(1).optional().meta({ description: 'Of a snapshot in its history.' }),
      lock_token: z.string().optional().meta({ description: 'With `hash` only.' }),
    }),
    answer: okResponse.extend({ path: z.string(), revision: z.string() }),
    problems: [
      'invalid_path',
      'not_found',
      'already_exists',
      'document_locked',
      'frontmatter_broken',
      'frontmatter_not_editable',
      'storage_failed',
      'insufficient_storage',
    ],
    example: { body: { path: exampleProject.draft }, refused: [404, 'not_found'] },
  },
});
