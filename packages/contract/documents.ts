import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { dateTime, freeForm, integerParameter, text } from './shapes.ts';

export const documentStatus = z
  .enum(['draft', 'in_review', 'scheduled', 'published', 'archived'])
  .meta({ id: 'DocumentStatus' });

const sourceProblem = z
  .object({ message: z.string(), line: z.int(), column: z.int() })
  .meta({ id: 'SourceProblem', description: 'Why a file cannot be read, and where in it.' });

const publicSummary = z.object({
  id: z.string(),
  path: z.string(),
  type: z.string(),
  lang: z.string(),
  title: z.string(),
  slug: z.string(),
  url: z.string(),
  layout: z.string().nullable(),
  summary: z.string().nullable(),
  author: z.string().nullable(),
  last_editor: z.string().nullable(),
  date: dateTime.nullable(),
  taxonomies: freeForm,
  revision: z.string(),
});

const workingSummary = publicSummary.extend({
  status: documentStatus,
  scheduled_publish_at: dateTime.nullable(),
  scheduled_unpublish_at: dateTime.nullable(),
  created_at: dateTime.nullable(),
  updated_at: dateTime.nullable(),
  is_public: z.boolean(),
  published_revision: z.string().nullable(),
  published_at: dateTime.nullable(),
  problem: sourceProblem.nullable(),
});

export const documentSummary = workingSummary.meta({ id: 'DocumentSummary' });

export const documentDetail = workingSummary
  .extend({
    html_body: z.string(),
    raw_body: z.string(),
    raw: z.string(),
    frontmatter: freeForm,
    fields: freeForm,
    params: freeForm,
  })
  .meta({ id: 'DocumentDetail' });

const paged = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    page: z.int(),
    page_size: z.int(),
    total: z.int(),
    has_more: z.boolean(),
  });

export const listDocumentsOperation = defineOperation({
  id: 'documents.list',
  method: 'GET',
  path: '/documents',
  base: 'admin',
  access: { capability: 'documents.read' },
  summary: 'Documents that the caller may read, newest change first',
  query: z.strictObject({
    type: text().optional(),
    lang: text().optional(),
    status: documentStatus.optional(),
    author: text().optional(),
    sort: z.enum(['updated_at', 'date', 'title', 'path']).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    page: integerParameter(1).optional(),
    limit: integerParameter(1).optional(),
  }),
  answer: paged(documentSummary).meta({ id: 'PagedDocumentsResponse' }),
  problems: [],
});

export const getDocumentOperation = defineOperation({
  id: 'documents.get',
  method: 'GET',
  path: '/document',
  base: 'admin',
  access: { capability: 'documents.read' },
  summary: 'One document, with its text',
  query: z.strictObject({ path: z.string().min(1), id: text().optional() }),
  answer: documentDetail,
  problems: ['invalid_path', 'not_found'],
});

export const createDocumentOperation = defineOperation({
  id: 'documents.create',
  method: 'POST',
  path: '/documents/create',
  base: 'admin',
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
  }),
  answer: documentDetail,
  problems: [
    'invalid_path',
    'already_exists',
    'invalid_fields',
    'approval_required',
    'illegal_transition',
  ],
});

export const saveDocumentOperation = defineOperation({
  id: 'documents.save',
  method: 'POST',
  path: '/documents/save',
  base: 'admin',
  access: { capability: 'documents.write' },
  audited: { action: 'document.save', target: 'path' },
  summary: 'Save a document: its body, its frontmatter, its state, or the whole file as it is',
  bodyLimit: 'document',
  body: z.strictObject({
    path: z.string().min(1),
    content: text(),
    frontmatter: freeForm.optional(),
    expected_revision: z.string().optional(),
    message: text().max(1_000).optional(),
  }),
  answer: documentDetail,
  problems: [
    'invalid_path',
    'not_found',
    'stale_revision',
    'approval_required',
    'illegal_transition',
    'invalid_fields',
    'frontmatter_broken',
    'frontmatter_not_editable',
  ],
});

export const historyEntry = z
  .object({
    hash: z.string(),
    author: z.string(),
    message: z.string(),
    timestamp: dateTime,
    revision: z.string(),
    status: documentStatus,
    kind: z.string(),
    parent_hash: z.string().nullable(),
  })
  .meta({ id: 'DocumentHistoryEntry' });

export const documentHistoryOperation = defineOperation({
  id: 'documents.history',
  method: 'GET',
  path: '/documents/history',
  base: 'admin',
  access: { capability: 'documents.history' },
  summary: 'Retained snapshots of a document, newest first',
  query: z.strictObject({ path: z.string().min(1) }),
  answer: z.array(historyEntry),
  problems: ['invalid_path', 'not_found'],
});

export const contentItem = publicSummary
  .extend({
    html_body: z.string(),
    raw_body: z.string(),
    fields: freeForm,
    params: freeForm,
    created_at: dateTime.nullable(),
    updated_at: dateTime.nullable(),
    published_at: dateTime,
  })
  .meta({ id: 'ContentItem' });

export const collectionResponse = paged(publicSummary.extend({ published_at: dateTime })).meta({
  id: 'CollectionResponse',
});
