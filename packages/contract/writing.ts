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
        'What documents of the type hold in `fields`: `name label type required default help options multiple min max whole to fields`.',
    }),
  })
  .meta({ id: 'ContentType' });

const colleague = z
  .object({
    username: z.string(),
    name: z.string(),
    may_review: z.boolean().meta({
      description:
        'May decide on the document as it is: with `documents.review`, and neither its owner nor its assignee nor its last editor.',
    }),
  })
  .meta({ id: 'Colleague' });

export const writing = defineNoun('documents', {
  types: {
    get: '/documents/types',
    access: { capability: 'documents.read' },
    summary:
      'What somebody who writes has to know of the site: its types of documents and its clocks',
    answer: z
      .object({
        types: z.array(contentType),
        languages: z.array(z.string()).meta({ description: 'That of the site first.' }),
        time_zone: z.string().meta({ description: 'By which times without an offset are read.' }),
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
      'Whom a document may be given to, by name, those first who have a part in it: everybody, for who may assign; for others who may write it, those who may review it. 50 at most',
    query: z.strictObject({
      path: z.string().min(1),
      q: text().max(200).optional().meta({ description: 'A part of a name or of a user name.' }),
    }),
    answer: z.array(colleague),
    problems: ['invalid_path', 'not_found'],
    example: { query: { path: exampleProject.draft } },
  },
});
