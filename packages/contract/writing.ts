import { z } from 'zod';
import { documentStatus } from './documents.ts';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { pictureAddress } from './sessions.ts';
import { freeForm, text } from './shapes.ts';

const contentType = z
  .object({
    name: z.string(),
    label: z.string().nullable(),
    fields: z.array(freeForm).meta({
      description:
        'Custom fields of documents of this type, in `fields`: `name label type required default help options multiple min max whole to fields group`.',
    }),
  })
  .meta({ id: 'ContentType' });

const block = z
  .object({
    name: z.string(),
    parameters: z.array(freeForm).meta({
      description: 'Attributes of the block, described like custom fields.',
    }),
    inline: z.boolean().meta({ description: 'Written as `{{name}}`, without a text inside.' }),
  })
  .meta({
    id: 'Block',
    description: 'A Markdown block of an enabled plugin, or a shortcode of the site (ADD-EDIT-11).',
  });

const layout = z.object({ name: z.string(), types: z.array(z.string()) }).meta({
  id: 'Layout',
  description: 'A template for single documents, and the types that use it by default.',
});

const siteFacts = z
  .object({
    url: z.string().meta({ description: 'Address of the site, without a final slash.' }),
    titles: z.record(z.string(), z.string()).meta({ description: 'Title by language.' }),
    title_separator: z.string(),
    image: z
      .string()
      .nullable()
      .meta({ description: 'Picture of shared links for documents without a cover image.' }),
  })
  .meta({ id: 'SiteFacts' });

const translation = z
  .object({ lang: z.string(), path: z.string(), title: z.string(), status: documentStatus })
  .meta({ id: 'Translation' });

const documentAddress = z
  .object({
    url: z.string().meta({ description: 'Path of the public address for the given values.' }),
    public_url: z.string().nullable().meta({
      description:
        'Path of the current public address, which redirects to the new one after publication.',
    }),
    is_taken: z.boolean().meta({ description: 'Whether another document has this address.' }),
    taken_by: z
      .object({ path: z.string(), title: z.string() })
      .nullable()
      .meta({ description: 'The other document, if the caller may read it.' }),
  })
  .meta({ id: 'DocumentAddress' });

const colleague = z
  .object({
    username: z.string(),
    name: z.string(),
    picture: pictureAddress,
    may_review: z.boolean().meta({
      description:
        'Whether the person can decide on the current document: they have `documents.review` and are independent of it (`editorial.independence`).',
    }),
  })
  .meta({ id: 'Colleague' });

const linkTarget = z
  .object({ path: z.string(), title: z.string(), url: z.string() })
  .meta({ id: 'LinkTarget' });

export const writing = defineNoun('documents', {
  types: {
    get: '/documents/types',
    access: { capability: 'documents.read' },
    summary:
      'Content types, layouts, taxonomies, languages and other facts of the site, for writing documents',
    answer: z
      .object({
        types: z.array(contentType),
        languages: z
          .array(z.string())
          .meta({ description: 'Language codes, the default language first.' }),
        layouts: z.array(layout),
        taxonomies: z
          .array(z.object({ name: z.string(), label: z.string().nullable() }))
          .meta({ description: 'In the order of the settings.' }),
        page_keys: z.array(z.enum(['authors', 'seo_title', 'seo_description', 'canonical'])).meta({
          description:
            'Frontmatter keys with a meaning of their own; without those that a custom field of the same name replaces.',
        }),
        blocks: z.array(block).meta({ description: 'By name.' }),
        field_types: z
          .array(z.object({ format: z.string(), label: z.string(), type: z.string() }))
          .meta({
            description:
              'Types of custom fields from plugins. A field of the type `plugin` names one as its `format`.',
          }),
        editor_style: z.string().nullable().meta({
          description:
            "Address of the theme's `editor.css`, whose properties set the typography of the editor.",
        }),
        site: siteFacts,
        time_zone: z.string().meta({ description: 'Time zone of times without an offset.' }),
      })
      .meta({ id: 'DocumentTypes' }),
    problems: [],
    example: {},
  },

  people: {
    get: '/documents/people',
    // The service also requires documents.write of the document, or documents.assign.
    access: { capability: 'documents.read' },
    summary:
      'People to whom a document can be assigned, by name, participants first. Callers who can assign see everyone; callers who can write see the possible reviewers, or, for a byline, everyone. At most 50',
    query: z.strictObject({
      path: z.string().min(1),
      q: text().max(200).optional().meta({ description: 'Part of a display name or user name.' }),
      for: z
        .literal('byline')
        .optional()
        .meta({ description: 'Everyone with a display name, as possible authors.' }),
    }),
    answer: z.array(colleague),
    problems: ['invalid_path', 'not_found'],
    example: { query: { path: exampleProject.draft } },
  },

  address: {
    get: '/documents/address',
    access: { capability: 'documents.read' },
    summary: 'Public address that a document would have with another slug or date',
    query: z.strictObject({
      path: z.string().min(1),
      slug: text().max(200).optional().meta({ description: 'Default: the name of the file.' }),
      date: text().max(100).optional().meta({ description: 'As in the frontmatter.' }),
    }),
    answer: documentAddress,
    problems: ['invalid_path', 'not_found'],
    example: { query: { path: exampleProject.draft, slug: 'ink' } },
  },

  translations: {
    get: '/documents/translations',
    access: { capability: 'documents.read' },
    summary: 'Translations of a document that the caller can read, by language, itself included',
    query: z.strictObject({ path: z.string().min(1) }),
    answer: z.array(translation),
    problems: ['invalid_path', 'not_found'],
    example: { query: { path: exampleProject.draft } },
  },

  linkTargets: {
    get: '/documents/link-targets',
    access: { capability: 'documents.read' },
    summary:
      'Published documents to link to, newest first, also those that the caller may not read otherwise. At most 20',
    query: z.strictObject({
      q: text().max(200).optional().meta({ description: 'Words of the title.' }),
    }),
    answer: z.array(linkTarget),
    problems: [],
    example: {},
  },
});
