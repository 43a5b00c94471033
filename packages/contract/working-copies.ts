import { z } from 'zod';
import { fieldError } from '@galley/kernel';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { dateTime, freeForm, okResponse, refuse, text } from './shapes.ts';

export const workingCopyState = z
  .object({
    saved_at: dateTime,
    base_revision: z.string().nullable().meta({
      description: 'Revision that the text is based on; null for a new document.',
    }),
    is_stale: z.boolean().meta({
      description: 'Whether the current revision of the document differs from `base_revision`.',
    }),
  })
  .meta({
    id: 'WorkingCopyState',
    description: 'Unsaved text of the caller, visible only to them.',
  });

const workingCopyLocation = {
  path: z.string().nullable(),
  draft_key: z.string().nullable(),
};

const workingCopy = workingCopyState
  .extend({ ...workingCopyLocation, content: z.string(), frontmatter: freeForm.nullable() })
  .meta({ id: 'WorkingCopy' });

const workingCopySummary = workingCopyState
  .extend({
    ...workingCopyLocation,
    title: z.string().nullable(),
    is_gone: z.boolean().meta({ description: 'Whether the document is deleted or in the trash.' }),
    trash_path: z.string().nullable(),
  })
  .meta({ id: 'WorkingCopySummary' });

/** Chosen by the client; identifies a person's unsaved text of a document that does not exist yet. */
export const draftKey = text().min(1).max(64);

/** Owner of an unsaved text: exactly one of both. */
const ownerFields = {
  path: z.string().min(1).optional(),
  draft_key: draftKey.optional().meta({
    description: 'Replaces `path` for a new document; a key chosen by the client.',
  }),
};

interface WorkingCopyOwner {
  readonly path?: string | undefined;
  readonly draft_key?: string | undefined;
}

function requireExactlyOneOwner(
  { path, draft_key }: WorkingCopyOwner,
  context: z.RefinementCtx,
): void {
  if ((path === undefined) !== (draft_key === undefined)) return;
  refuse(context, fieldError('path', 'exactly_one_required', { keys: ['path', 'draft_key'] }));
}

export const workingCopies = defineNoun('documents', {
  keepWorkingCopy: {
    post: '/documents/working-copy',
    // The service also requires documents.write for existing documents, and documents.create for new ones.
    access: { capability: 'documents.read' },
    summary:
      'Back up unsaved text of the caller; the file, history and lock of the document stay unchanged',
    bodyLimit: 'document',
    body: z
      .strictObject({
        ...ownerFields,
        content: text(),
        frontmatter: freeForm.optional(),
        base_revision: text()
          .min(1)
          .max(200)
          .optional()
          .meta({ description: 'With `path`: the revision that the text is based on.' }),
      })
      .superRefine((body, context) => {
        requireExactlyOneOwner(body, context);
        if ((body.base_revision === undefined) === (body.path === undefined)) return;
        const code = body.path === undefined ? 'only_with' : 'required_with';
        refuse(context, fieldError('base_revision', code, { other: 'path' }));
      }),
    answer: workingCopyState.extend(workingCopyLocation).meta({ id: 'KeptWorkingCopy' }),
    problems: ['invalid_path', 'not_found'],
    example: { body: { path: exampleProject.draft, content: 'Black, so', base_revision: 'none' } },
  },

  workingCopy: {
    get: '/documents/working-copy',
    access: { capability: 'documents.read' },
    summary: 'The caller’s unsaved text of an existing or new document',
    query: z.strictObject(ownerFields).superRefine(requireExactlyOneOwner),
    answer: z.object({ working_copy: workingCopy.nullable() }).meta({ id: 'WorkingCopyResponse' }),
    problems: ['invalid_path', 'not_found'],
    example: { query: { path: exampleProject.draft } },
  },

  workingCopies: {
    get: '/documents/working-copies',
    access: { capability: 'documents.read' },
    summary: 'Unsaved texts of the caller, newest first; at most 200',
    answer: z.array(workingCopySummary),
    problems: [],
    example: {},
  },

  discardWorkingCopy: {
    post: '/documents/working-copy/discard',
    // Further capabilities as for saving a working copy.
    access: { capability: 'documents.read' },
    summary: 'Discard unsaved text of the caller; succeeds without one',
    body: z.strictObject(ownerFields).superRefine(requireExactlyOneOwner),
    answer: okResponse,
    problems: ['invalid_path', 'not_found'],
    example: { body: { path: exampleProject.draft } },
  },
});
