import { z } from 'zod';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { dateTime, displayName, okResponse, text } from './shapes.ts';

const trashEntry = z
  .object({
    path: z.string().meta({ description: 'Path of the file in the trash; pass it to `restore`.' }),
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
    summary: 'Trash entries that the caller can read, newest first, at most 1,000',
    answer: z.array(trashEntry),
    problems: [],
    example: {},
  },

  delete: {
    post: '/documents/delete',
    access: { capability: 'documents.lifecycle' },
    audited: { action: 'document.delete', target: 'path' },
    summary: 'Move a document to the trash, which unpublishes it',
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
    summary: 'Restore a document from the trash, or an earlier snapshot of an existing document',
    body: z.strictObject({
      // `text()`, since the database look-up rejects NUL.
      path: text().min(1).meta({
        description:
          'Path of a trash entry, or the original path of the document, which restores the latest deletion. With `hash`, the path of an existing document.',
      }),
      hash: text().min(1).optional().meta({ description: 'Hash of a snapshot in the history.' }),
      lock_token: z.string().optional().meta({ description: 'Only with `hash`.' }),
    }),
    answer: okResponse.extend({ path: z.string(), revision: z.string() }),
    problems: [
      'invalid_path',
      'not_found',
      'already_exists',
      'document_locked',
      'frontmatter_broken',
      'invalid_fields',
      'frontmatter_not_editable',
      'storage_failed',
      'insufficient_storage',
    ],
    example: { body: { path: exampleProject.draft }, refused: [404, 'not_found'] },
  },
});
