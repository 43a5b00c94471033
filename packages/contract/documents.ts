import { z } from 'zod';
import { documentSorts, fieldNames, type DocumentFilter } from '@galley/kernel';
import { fieldSchemas } from './field-schemas.ts';
import { documentLock } from './locks.ts';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { dateTime, freeForm, integerParameter, text } from './shapes.ts';
import { draftKey, workingCopyState } from './working-copies.ts';

export const documentStatus = z
  .enum(['draft', 'in_review', 'scheduled', 'published', 'archived'])
  .meta({ id: 'DocumentStatus' });

export const sourceProblem = z
  .object({ message: z.string(), line: z.int(), column: z.int() })
  .meta({ id: 'SourceProblem', description: 'Why a file cannot be read, and where in it.' });

const documentProblem = sourceProblem
  .extend({
    severity: z.enum(['error', 'notice']).meta({
      description:
        '`error`: the file cannot be read. `notice`: it can be read, and counts as a draft for the reason given.',
    }),
  })
  .meta({ id: 'DocumentProblem', description: 'A problem of a file, and where in it.' });

const publicSummary = z.object({
  id: z.string(),
  path: z.string(),
  type: z.string(),
  lang: z.string(),
  ...fieldSchemas(fieldNames('public', 'list')),
  revision: z.string(),
});

const workingSummary = publicSummary.extend({
  status: documentStatus,
  ...fieldSchemas(fieldNames('working', 'list')),
  is_public: z.boolean(),
  published_revision: z.string().nullable(),
  published_at: dateTime.nullable(),
  assignee: z.string().nullable(),
  reviewer: z.string().nullable(),
  approved_by: z
    .string()
    .nullable()
    .meta({ description: 'Whose approval of this very revision holds.' }),
  problem: documentProblem.nullable(),
});

const names = z.record(z.string(), z.string()).meta({
  description:
    'What those are called whom it names, by user name; without who has no name, or no account.',
});

const reviewRequest = z
  .object({ actor: z.string(), at: dateTime, note: z.string().nullable() })
  .meta({
    id: 'ReviewRequest',
    description: 'Who asked for the review that the document is in, and with which words.',
  });

const highlight = z
  .object({ title: z.string(), summary: z.string().nullable(), body: z.string().nullable() })
  .meta({
    id: 'Highlight',
    description:
      'HTML: the text, escaped, with what `q` found in `<mark>`. Of the body a piece around it, or null when nothing was found there.',
  });

const textChange = z
  .object({
    cause: z.enum(['save', 'restore', 'status', 'disk', 'backup', 'plugin', 'agent']),
    author: z.string(),
    at: dateTime,
  })
  .meta({
    id: 'TextChange',
    description:
      'What brought a document the text that it has: a person who saved or restored it, an edit on disk, a restored backup, a plugin or an agent.',
  });

export const documentSummary = workingSummary
  .extend({
    names,
    last_change: textChange.nullable(),
    highlight: highlight.nullable(),
    review_request: reviewRequest.nullable(),
  })
  .meta({ id: 'DocumentSummary' });

const editorialEvent = z
  .object({
    id: z.string(),
    action: z.enum(['assign', 'request_review', 'approve', 'request_changes']),
    actor: z.string(),
    at: dateTime,
    revision: z.string(),
    note: z.string().nullable(),
    details: freeForm,
  })
  .meta({ id: 'EditorialEvent' });

export const editorialState = z
  .object({
    owner: z.string().nullable(),
    assignee: z.string().nullable(),
    reviewer: z.string().nullable(),
    approved_by: z.string().nullable(),
    approved_at: dateTime.nullable(),
    approved_revision: z.string().nullable(),
    revision: z.string(),
    require_approval: z.boolean(),
    independence: z.enum(['contributors', 'last_editor']).meta({
      description: 'By which rule an approval counts (`editorial.independence`).',
    }),
    contributors: z.array(z.string()).meta({
      description:
        'Everyone who changed the content since the last approved revision, or owned the document in that time; plugins and agents, and the people for whom they acted.',
    }),
    joint_approvers: z.array(z.string()).meta({
      description:
        'Contributors who may review: two of them approve together. Empty with fewer than two, or with a reviewer assigned.',
    }),
    approvals: z
      .array(z.object({ by: z.string(), at: dateTime, revision: z.string() }))
      .meta({ description: 'Of the present revision, oldest first.' }),
    approvals_needed: z
      .union([z.literal(0), z.literal(1)])
      .meta({ description: '0 once the present revision is approved.' }),
    status: documentStatus,
    events: z.array(editorialEvent).meta({ description: 'The newest 100, newest first.' }),
  })
  .meta({ id: 'EditorialState' });

export const storageCause = z
  .enum(['disk_full', 'read_only', 'not_permitted', 'too_many_files', 'in_the_way', 'disk_error'])
  .meta({ id: 'StorageCause', description: 'Why a file could not be written or read.' });

export const documentDetail = workingSummary
  .extend({
    materialised: z.boolean().meta({
      description:
        'False while the text is in the history and not in its file yet. The server writes the file as soon as the content folder can be written.',
    }),
    storage_failure: storageCause.nullable().meta({
      description: 'Why the file could not be written, or read, just now.',
    }),
    last_change: textChange.nullable(),
    html_body: z.string(),
    raw_body: z.string(),
    raw: z.string(),
    frontmatter: freeForm,
    ...fieldSchemas(fieldNames('working', 'detail')),
    lock: documentLock.nullable(),
    names,
    editorial: editorialState,
    working_copy: workingCopyState.nullable().meta({ description: 'That of the caller.' }),
  })
  .meta({ id: 'DocumentDetail' });

const filters = {
  type: text().optional(),
  lang: text().optional(),
  status: documentStatus.optional(),
  author: text().optional(),
  assignee: text().optional(),
  reviewer: text().optional(),
} satisfies Readonly<Record<DocumentFilter, z.ZodType>>;

const paged = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    page: z.int(),
    page_size: z.int(),
    total: z.int(),
    has_more: z.boolean(),
  });

export const documents = defineNoun('documents', {
  list: {
    get: '/documents',
    access: { capability: 'documents.read' },
    summary:
      'Documents that the caller may read: newest change first, or, of a search, what fits best. For all of them, follow `next_cursor`',
    query: z.strictObject({
      q: text().max(500).optional().meta({
        description:
          'Words that all have to be there, the last of which may be the beginning of one; "…" for words in this order, a minus sign before a word for its absence, `or` between two for either.',
      }),
      ...filters,
      sort: z.enum([...documentSorts, 'relevance']).optional(),
      order: z.enum(['asc', 'desc']).optional(),
      page: integerParameter(1).optional(),
      limit: integerParameter(1).optional(),
      cursor: text()
        .optional()
        .meta({ description: 'The `next_cursor` of the page before, instead of `page`.' }),
    }),
    answer: paged(documentSummary)
      .extend({ next_cursor: z.string().nullable() })
      .meta({ id: 'PagedDocumentsResponse' }),
    problems: [],
    example: { query: { q: 'ink' } },
  },

  get: {
    get: '/document',
    access: { capability: 'documents.read' },
    summary: 'One document, with its text',
    query: z.strictObject({ path: z.string().min(1), id: text().optional() }),
    answer: documentDetail,
    problems: ['invalid_path', 'not_found'],
    example: { query: { path: exampleProject.draft } },
  },

  create: {
    post: '/documents/create',
    access: { capability: 'documents.create' },
    audited: { action: 'document.create' },
    summary: 'Create a draft',
    bodyLimit: 'document',
    body: z.strictObject({
      type: text().min(1),
      lang: text().min(1),
      title: text().trim().min(1).max(500),
      content: text(),
      slug: text().max(200).optional(),
      frontmatter: freeForm.optional(),
      draft_key: draftKey
        .optional()
        .meta({ description: 'Under which the caller kept the text until now; that is cleared.' }),
    }),
    answer: documentDetail,
    problems: [
      'invalid_path',
      'already_exists',
      'invalid_fields',
      'approval_required',
      'illegal_transition',
      'invalid_schedule',
      'storage_failed',
      'insufficient_storage',
    ],
    example: {
      body: {
        type: 'post',
        lang: 'en',
        title: 'Ink',
        slug: `of-${exampleProject.author}`,
        content: 'Text\n',
      },
      refused: [409, 'already_exists'],
    },
  },

  save: {
    post: '/documents/save',
    access: { capability: 'documents.write' },
    audited: { action: 'document.save', target: 'path' },
    summary: 'Save a document: its body, its frontmatter, its state, or the whole file as it is',
    bodyLimit: 'document',
    body: z.strictObject({
      path: z.string().min(1),
      content: text(),
      frontmatter: freeForm.optional(),
      expected_revision: z.string().optional(),
      lock_token: z.string().optional(),
      message: text().max(1_000).optional(),
    }),
    answer: documentDetail,
    problems: [
      'invalid_path',
      'not_found',
      'stale_revision',
      'document_locked',
      'approval_required',
      'illegal_transition',
      'invalid_schedule',
      'invalid_fields',
      'frontmatter_broken',
      'frontmatter_not_editable',
    ],
    example: { body: { path: exampleProject.draft, content: 'Blacker.\n' } },
  },
});

export const contentItem = publicSummary
  .extend({
    html_body: z.string(),
    raw_body: z.string(),
    ...fieldSchemas(fieldNames('public', 'detail')),
    published_at: dateTime,
  })
  .meta({ id: 'ContentItem' });

export const collectionResponse = paged(publicSummary.extend({ published_at: dateTime })).meta({
  id: 'CollectionResponse',
});
