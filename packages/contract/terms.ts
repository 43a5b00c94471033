import { z } from 'zod';
import { fieldFault } from '@galley/kernel';
import { documentStatus } from './documents.ts';
import { defineNoun } from './operation.ts';
import { matching, okResponse, text } from './shapes.ts';

const taxonomy = () =>
  text().min(1).meta({ description: 'Name of a taxonomy in the settings. Default: `tags`.' });

const slug = () =>
  matching(
    /^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u,
    fieldFault('not_a_slug', { example: 'wood-type' }),
    text(),
  ).max(200);

const description = z
  .object({
    path: z.string(),
    lang: z.string(),
    url: z.string(),
    title: z.string(),
    summary: z.string().nullable(),
    image: z.string().nullable().meta({ description: 'As written in the frontmatter.' }),
    status: documentStatus,
    is_public: z.boolean(),
  })
  .meta({
    id: 'TermDescription',
    description: 'Document at the address of the term, which the site shows above its list.',
  });

const term = z
  .object({
    name: z.string().meta({ description: 'The most frequent spelling.' }),
    slug: z.string().meta({
      description:
        'Last part of the address. Spellings with the same slug are one term. Empty for a term without letters and digits, which has no page.',
    }),
    spellings: z.array(z.string()),
    documents: z.int().meta({ description: 'Documents that the caller can read.' }),
    published: z.int().meta({ description: 'Public versions with the term.' }),
    pages: z
      .array(z.object({ lang: z.string(), url: z.string() }))
      .meta({ description: 'Public pages, one a language.' }),
    descriptions: z.array(description),
  })
  .meta({ id: 'Term' });

export const terms = defineNoun('terms', {
  list: {
    get: '/terms',
    access: { capability: 'documents.read' },
    summary:
      'Terms of a taxonomy, such as tags, with their counts, pages and descriptions, the most frequent first',
    query: z.strictObject({
      taxonomy: taxonomy().optional(),
      q: text().max(200).optional().meta({ description: 'Part of a name.' }),
    }),
    answer: z
      .object({
        taxonomy: z.string(),
        taxonomies: z.array(z.object({ name: z.string(), label: z.string().nullable() })),
        terms: z.array(term),
        total: z
          .int()
          .meta({ description: 'Number of matching terms, of which at most 2,000 are listed.' }),
        described_by: z.object({ type: z.string(), folder: z.string() }).nullable().meta({
          description:
            'Type, and folder below its folder, of documents with addresses of terms; null if no type has such addresses.',
        }),
        base: z.string().meta({ description: 'Address of the list of terms, such as `/tags/`.' }),
        language: z.string().meta({ description: 'Default language of the site.' }),
        require_approval: z.boolean(),
      })
      .meta({ id: 'TermsResponse' }),
    problems: ['invalid_fields'],
    example: { query: { taxonomy: 'tags' } },
  },

  redirect: {
    post: '/terms/redirect',
    access: { capability: 'documents.publish' },
    audited: { action: 'settings.save' },
    summary:
      'Redirect the pages of former terms to that of their present term, as long as no public document has them',
    body: z.strictObject({
      taxonomy: taxonomy().default('tags'),
      from: z.array(slug()).min(1).max(200).meta({ description: 'Slugs of the former terms.' }),
      to: slug().nullable().meta({ description: 'Slug; null removes the redirects.' }),
    }),
    answer: okResponse,
    problems: [
      'invalid_fields',
      'invalid_site_settings',
      'settings_not_editable',
      'settings_not_written',
      'stale_revision',
    ],
    example: { body: { taxonomy: 'tags', from: ['none'], to: null } },
  },
});
