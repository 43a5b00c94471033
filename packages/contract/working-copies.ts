import { z } from 'zod';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { dateTime, freeForm, okResponse, text } from './shapes.ts';

export const workingCopyState = z
  .object({
    saved_at: dateTime,
    base_revision: z.string().nullable().meta({
      description: 'The revision that the text was begun on; null when there was no document yet.',
    }),
    is_stale: z
      .boolean()
      .meta({ description: 'The document is at another revision than `base_revision`.' }),
  })
  .meta({
    id: 'WorkingCopyState',
    description: 'Text that the caller has written and not saved. Nobody else is told of it.',
  });

const place = {
  path: z.string().nullable(),
  draft_key: z.string().nullable(),
};

const workingCopy = workingCopyState
  .extend({ ...place, content: z.string(), frontmatter: freeForm.nullable() })
  .meta({ id: 'WorkingCopy' });

const workingCopySummary = workingCopyState
  .extend({
    ...place,
    title: z.string().nullable(),
    is_gone: z.boolean().meta({ description: 'The document is in the trash, or gone.' }),
    trash_path: z.string().nullable(),
  })
  .meta({ id: 'WorkingCopySummary' });

/** Chosen by the client; identifies a person's unsaved text of a document that does not exist yet. */
export const draftKey = text().min(1).max(64);

/** Owner of an unsaved text: exactly one of both. */
const of = {
  path: z.string().min(1).optional(),
  draft_key: draftKey.optional().meta({
    description:
      'Instead of `path`: of a document that is not there yet, under a key of the client’s choice.',
  }),
};

interface Of {
  readonly path?: string | undefined;
  readonly draft_key?: string | undefined;
}

function requireOne({ path, draft_key }: Of, context: z.RefinementCtx): void {
  if ((path === undefined) !== (draft_key === undefined)) return;
  const message = 'either this or draft_key is needed, and not both';
  context.addIssue({ code: 'custom', path: ['path'], message });
}

export const workingCopies = defineNoun('documents', {
  keepWorkingCopy: {
    post: '/documents/working-copy',
    // The service also requires documents.write for existing documents, and documents.create for new ones.
    access: { capability: 'documents.read' },
    summary:
      'Keep unsaved text for oneself, beside the document: it touches neither file, history nor lock',
    bodyLimit: 'document',
    body: z
      .strictObject({
        ...of,
        content: text(),
        frontmatter: freeForm.optional(),
        base_revision: text()
          .min(1)
          .max(200)
          .optional()
          .meta({ description: 'With `path`: the revision that the text was begun on.' }),
      })
      .superRefine((body, context) => {
        requireOne(body, context);
        if ((body.base_revision === undefined) === (body.path === undefined)) return;
        const message = body.path === undefined ? 'goes with path only' : 'is needed with path';
        context.addIssue({ code: 'custom', path: ['base_revision'], message });
      }),
    answer: workingCopyState.extend(place).meta({ id: 'KeptWorkingCopy' }),
    problems: ['invalid_path', 'not_found'],
    example: { body: { path: exampleProject.draft, content: 'Black, so', base_revision: 'none' } },
  },

  workingCopy: {
    get: '/documents/working-copy',
    access: { capability: 'documents.read' },
    summary: 'The unsaved text that the caller has of a document, or of one that is not there yet',
    query: z.strictObject(of).superRefine(requireOne),
    answer: z.object({ working_copy: workingCopy.nullable() }).meta({ id: 'WorkingCopyResponse' }),
    problems: ['invalid_path', 'not_found'],
    example: { query: { path: exampleProject.draft } },
  },

  workingCopies: {
    get: '/documents/working-copies',
    access: { capability: 'documents.read' },
    summary: 'The unsaved texts of the caller, newest first; they have 200 at most',
    answer: z.array(workingCopySummary),
    problems: [],
    example: {},
  },

  discardWorkingCopy: {
    post: '/documents/working-copy/discard',
    // Further capabilities as for saving a working copy.
    access: { capability: 'documents.read' },
    summary: 'Throw unsaved text of one’s own away; where there is none, there is nothing to do',
    body: z.strictObject(of).superRefine(requireOne),
    answer: okResponse,
    problems: ['invalid_path', 'not_found'],
    example: { body: { path: exampleProject.draft } },
  },
});
