import { z } from 'zod';
import { sourceProblem } from './documents.ts';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { dateTime, freeForm, okResponse, text } from './shapes.ts';

const preview = z
  .object({
    html: z.string().meta({
      description:
        'The whole page, as the theme of the site has it. It shows what somebody wrote and may load scripts of the theme: show it in a sandboxed frame only (`<iframe sandbox srcdoc="…">`), never in a page of one’s own.',
    }),
    html_body: z.string().meta({ description: 'The text alone.' }),
    title: z.string(),
    url: z.string().meta({ description: 'Where the page will be.' }),
    problem: sourceProblem.nullable().meta({
      description:
        'Why the frontmatter cannot be read; the rest is then as far as it could be told.',
    }),
  })
  .meta({ id: 'PreviewResponse' });

const previewLink = z
  .object({
    id: z.string(),
    path: z.string(),
    hash: z.string().nullable(),
    created_by: z.string(),
    created_at: dateTime,
    expires_at: dateTime,
    last_opened_at: dateTime.nullable(),
    opened: z.int().meta({ description: 'How often.' }),
    revoked_at: dateTime.nullable(),
  })
  .meta({ id: 'PreviewLink' });

export const previews = defineNoun('documents', {
  preview: {
    post: '/documents/preview',
    // The service requires documents.create for calls without a path.
    access: { capability: 'documents.read' },
    summary:
      'The page of a text that is not saved, of a document or of a new one; nothing is stored',
    bodyLimit: 'document',
    body: z
      .strictObject({
        path: z
          .string()
          .min(1)
          .optional()
          .meta({ description: 'Of a document, whose text and frontmatter this is instead.' }),
        type: text().min(1).optional().meta({ description: 'Of a new document, without `path`.' }),
        lang: text().min(1).optional().meta({ description: 'Of a new document, without `path`.' }),
        content: text(),
        frontmatter: freeForm.optional(),
        slug: text()
          .max(200)
          .optional()
          .meta({ description: 'Of a new document; without one, the title serves.' }),
      })
      .superRefine((body, context) => {
        const complain = (field: string, message: string): void =>
          context.addIssue({ code: 'custom', path: [field], message });
        for (const field of ['type', 'lang'] as const) {
          if (body.path === undefined && body[field] === undefined)
            complain(field, 'is needed without a path');
        }
        for (const field of ['type', 'lang', 'slug'] as const) {
          if (body.path !== undefined && body[field] !== undefined)
            complain(field, 'does not go with a path');
        }
      }),
    answer: preview,
    problems: [
      'invalid_path',
      'not_found',
      'invalid_fields',
      'frontmatter_broken',
      'frontmatter_not_editable',
    ],
    example: { body: { path: exampleProject.draft, content: 'Blacker.\n' } },
  },

  previewLink: {
    post: '/documents/preview-link',
    // The service requires documents.history for calls with a hash.
    access: { capability: 'documents.read' },
    audited: { action: 'document.preview_link', target: 'path' },
    summary: 'An address under which people without an account see a document, until it expires',
    body: z.strictObject({
      path: z.string().min(1),
      expires_in_hours: z.int().min(1).max(720).default(72),
      hash: text().min(1).optional().meta({
        description:
          'Of a snapshot in its history, which is shown then. Absent, the document is shown as it is whenever the link is opened.',
      }),
    }),
    answer: z
      .object({
        id: z.string(),
        url: z.string().meta({ description: 'A secret, which nothing can show again.' }),
        expires_at: dateTime,
      })
      .meta({ id: 'PreviewLinkResponse' }),
    problems: ['invalid_path', 'not_found'],
    example: { body: { path: exampleProject.draft } },
  },

  previewLinks: {
    get: '/documents/preview-links',
    access: { capability: 'documents.read' },
    summary:
      'The preview links of a document, newest first, 1,000 at most; those that expired more than 30 days ago are gone',
    query: z.strictObject({ path: z.string().min(1) }),
    answer: z.array(previewLink),
    problems: ['invalid_path', 'not_found'],
    example: { query: { path: exampleProject.draft } },
  },

  revokePreviewLink: {
    post: '/documents/preview-link/revoke',
    // The service requires documents.write for other users' links.
    access: { capability: 'documents.read' },
    audited: { action: 'document.preview_link.revoke', target: 'id' },
    summary: 'End a preview link',
    body: z.strictObject({ id: text().min(1) }),
    answer: okResponse,
    problems: ['not_found'],
    example: { body: { id: 'no-such-link' }, refused: [404, 'not_found'] },
  },
});
