import { z } from 'zod';
import { fieldError } from '@galley/kernel';
import { sourceProblem } from './documents.ts';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { dateTime, freeForm, okResponse, refuse, text } from './shapes.ts';

const preview = z
  .object({
    html: z.string().meta({
      description:
        'The whole page in the theme of the site. It contains user content and may load scripts of the theme, so show it only in a sandboxed frame (`<iframe sandbox srcdoc="…">`), never in your own page.',
    }),
    html_body: z.string().meta({ description: 'The rendered text alone.' }),
    title: z.string(),
    url: z.string().meta({ description: 'Future address of the page.' }),
    problem: sourceProblem.nullable().meta({
      description:
        'Reason why the frontmatter cannot be read; the other fields are then a best effort.',
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
    opened: z.int().meta({ description: 'Number of times the link was opened.' }),
    revoked_at: dateTime.nullable(),
    guest_comments: z.boolean().meta({ description: 'Whether readers of the link may comment.' }),
  })
  .meta({ id: 'PreviewLink' });

const proposedDocument = z
  .object({
    path: z.string(),
    former_path: z.string().nullable().meta({ description: 'Path before a rename.' }),
    change: z.enum(['add', 'change', 'rename', 'delete']),
    title: z.string().nullable().meta({ description: 'Null for a deleted document.' }),
    url: z
      .string()
      .nullable()
      .meta({ description: 'Future address of the page; null for a deleted document.' }),
  })
  .meta({ id: 'ProposedDocument' });

const proposal = text().min(1).meta({ description: 'Id of the proposal.' });
const proposalProblems = [
  'proposal_not_found',
  'base_not_found',
  'patch_does_not_apply',
  'repository_unusable',
];

export const previews = defineNoun('documents', {
  preview: {
    post: '/documents/preview',
    // The service requires documents.create for calls without a path.
    access: { capability: 'documents.read' },
    summary: 'Preview an unsaved text of an existing or new document; nothing is stored',
    bodyLimit: 'document',
    body: z
      .strictObject({
        path: z
          .string()
          .min(1)
          .optional()
          .meta({ description: 'Path of the document to preview with this text and frontmatter.' }),
        type: text()
          .min(1)
          .optional()
          .meta({ description: 'Type of a new document; only without `path`.' }),
        lang: text()
          .min(1)
          .optional()
          .meta({ description: 'Language of a new document; only without `path`.' }),
        content: text(),
        frontmatter: freeForm.optional(),
        slug: text()
          .max(200)
          .optional()
          .meta({ description: 'Slug of a new document; default: derived from the title.' }),
      })
      .superRefine((body, context) => {
        for (const field of ['type', 'lang'] as const) {
          if (body.path === undefined && body[field] === undefined)
            refuse(context, fieldError(field, 'required_without', { other: 'path' }));
        }
        for (const field of ['type', 'lang', 'slug'] as const) {
          if (body.path !== undefined && body[field] !== undefined)
            refuse(context, fieldError(field, 'not_with', { other: 'path' }));
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

  proposed: {
    get: '/documents/proposed',
    access: { capability: 'runs.read' },
    summary: 'Documents that the newest patch of a proposal changes, in the order of the patch',
    query: z.strictObject({ proposal }),
    answer: z.array(proposedDocument),
    problems: ['proposal_not_found', 'repository_unusable'],
    example: {
      query: { proposal: 'no-such-proposal' },
      refused: [404, 'proposal_not_found'],
    },
  },

  proposedPreview: {
    get: '/documents/proposed/preview',
    access: { capability: 'runs.read' },
    summary: 'Preview a document as the newest patch of a proposal leaves it',
    query: z.strictObject({ proposal, path: z.string().min(1) }),
    answer: preview,
    problems: ['invalid_path', ...proposalProblems, 'not_found'],
    example: {
      query: { proposal: 'no-such-proposal', path: exampleProject.draft },
      refused: [404, 'proposal_not_found'],
    },
  },

  previewLink: {
    post: '/documents/preview-link',
    // The service requires documents.history for calls with a hash.
    access: { capability: 'documents.read' },
    audited: { action: 'document.preview_link', target: 'path' },
    summary: 'Create a link that shows a document to people without an account until it expires',
    body: z.strictObject({
      path: z.string().min(1),
      expires_in_hours: z.int().min(1).max(720).default(72),
      guest_comments: z.boolean().default(false).meta({
        description: 'Lets readers of the link comment, as guests with a name (ADD-CMT-11).',
      }),
      hash: text().min(1).optional().meta({
        description:
          'Hash of a snapshot to show. Without it, the link shows the current document each time it is opened.',
      }),
    }),
    answer: z
      .object({
        id: z.string(),
        url: z.string().meta({ description: 'Secret link; shown once.' }),
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
      'Preview links of a document, newest first, at most 1,000; links that expired more than 30 days ago are omitted',
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
    summary: 'Revoke a preview link',
    body: z.strictObject({ id: text().min(1) }),
    answer: okResponse,
    problems: ['not_found'],
    example: { body: { id: 'no-such-link' }, refused: [404, 'not_found'] },
  },
});
