import { z } from 'zod';
import { documentSorts } from '@galley/kernel';
import { collectionResponse, contentItem } from './documents.ts';
import { defineNoun } from './operation.ts';
import { dateTime, freeForm, integerParameter, text } from './shapes.ts';

export const platform = defineNoun('platform', {
  site: {
    get: '/site',
    base: 'platform',
    access: 'public',
    summary: 'Title, address, language and version of the site',
    answer: z
      .object({
        title: z.string(),
        description: z.string(),
        url: z.string(),
        language: z.string(),
        version: z.string(),
        build_time: dateTime.nullable(),
        languages: z.array(z.string()),
        fields: freeForm.meta({ description: 'Values of custom fields that all documents share.' }),
      })
      .meta({ id: 'SiteInfo' }),
    problems: [],
    example: {},
  },

  content: {
    get: '/content',
    base: 'platform',
    access: 'public',
    summary:
      'One published document, by `path` or `id`, optionally restricted by `type` and `lang`',
    query: z.strictObject({
      path: z.string().optional(),
      id: text().optional(),
      type: text().optional(),
      lang: text().optional(),
    }),
    answer: contentItem,
    problems: ['not_found', 'invalid_path'],
    example: { query: { path: 'posts/public.md' } },
  },

  collections: {
    get: '/collections',
    base: 'platform',
    access: 'public',
    summary: 'Published documents, in pages, or those that a search finds',
    query: z.strictObject({
      q: text().trim().min(1).max(200).optional().meta({
        description:
          'Words of title, terms, summary and body, which all must match; the last may be the beginning of a word. `"…"` requires their order, `-` excludes, `or` allows either. The best matches come first, unless `sort` is given.',
      }),
      type: text().optional(),
      lang: text().optional(),
      taxonomy: text()
        .optional()
        .meta({ description: 'Taxonomy, or taxonomy and term: `tags`, `tags:letterpress`.' }),
      sort: z.enum(documentSorts).optional(),
      order: z.enum(['asc', 'desc']).optional(),
      page: integerParameter(1).optional(),
      page_size: integerParameter(1).optional(),
    }),
    answer: collectionResponse,
    problems: [],
    example: {},
  },
});
