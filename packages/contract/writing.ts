import { z } from 'zod';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { freeForm, text } from './shapes.ts';

const contentType = z
  .object({
    name: z.string(),
    label: z.string().nullable(),
    fields: z.array(freeForm).meta({
      description:
        'Custom fields of documents of this type, in `fields`: `name label type required default help options multiple min max whole to fields`.',
    }),
  })
  .meta({ id: 'ContentType' });

const colleague = z
  .object({
    username: z.string(),
    name: z.string(),
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
    summary: 'Content types, languages and time zone of the site, for writing documents',
    answer: z
      .object({
        types: z.array(contentType),
        languages: z
          .array(z.string())
          .meta({ description: 'Language codes, the default language first.' }),
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
      'People to whom a document can be assigned, by name, participants first. Callers who can assign see everyone; callers who can write see the possible reviewers. At most 50',
    query: z.strictObject({
      path: z.string().min(1),
      q: text().max(200).optional().meta({ description: 'Part of a display name or user name.' }),
    }),
    answer: z.array(colleague),
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
