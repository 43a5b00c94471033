import { z } from 'zod';
import { documentSorts, fieldFault, fieldNames, type DocumentFilter } from '@galley/kernel';
import { fieldSchemas } from './field-schemas.ts';
import { documentLock } from './locks.ts';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { dateTime, freeForm, integerParameter, matching, text } from './shapes.ts';
import { draftKey, workingCopyState } from './working-copies.ts';

export const documentStatus = z
  .enum(['draft', 'in_review', 'scheduled', 'published', 'archived'])
  .meta({ id: 'DocumentStatus' });

export const sourceProblem = z
  .object({ message: z.string(), line: z.int(), column: z.int() })
  .meta({
    id: 'SourceProblem',
    description: 'Reason why a file cannot be read, with its position.',
  });

const documentProblem = sourceProblem
  .extend({
    severity: z.enum(['error', 'notice']).meta({
      description:
        '`error`: the file cannot be read. `notice`: the file can be read, but counts as a draft for the given reason.',
    }),
  })
  .meta({ id: 'DocumentProblem', description: 'A problem of a file, with its position.' });

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
    .meta({ description: 'User who approved the current revision.' }),
  problem: documentProblem.nullable(),
});

const names = z.record(z.string(), z.string()).meta({
  description:
    'Display names of the people in this object, by user name; people without a name or an account are omitted.',
});

const reviewRequest = z
  .object({ actor: z.string(), at: dateTime, note: z.string().nullable() })
  .meta({
    id: 'ReviewRequest',
    description: 'Who requested the current review, with their note.',
  });

const highlight = z
  .object({ title: z.string(), summary: z.string().nullable(), body: z.string().nullable() })
  .meta({
    id: 'Highlight',
    description:
      'HTML: the escaped text with matches of `q` in `<mark>`. `body` is an excerpt of the body; null without a match in it.',
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
      'Origin of the current text: a person who saved or restored it, an edit on disk, a restored backup, a plugin or an agent.',
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
      description: 'Rule that decides which approvals count (`editorial.independence`).',
    }),
    contributors: z.array(z.string()).meta({
      description:
        'Everyone who changed the content or owned the document since the last approved revision, including plugins, agents and the people for whom they acted.',
    }),
    joint_approvers: z.array(z.string()).meta({
      description:
        'Contributors with permission to review; two of them can approve together. Empty with fewer than two, or with an assigned reviewer.',
    }),
    approvals: z
      .array(z.object({ by: z.string(), at: dateTime, revision: z.string() }))
      .meta({ description: 'Approvals of the current revision, oldest first.' }),
    approvals_needed: z
      .union([z.literal(0), z.literal(1)])
      .meta({ description: '0 once the current revision is approved.' }),
    status: documentStatus,
    events: z.array(editorialEvent).meta({ description: 'The newest 100 events, newest first.' }),
  })
  .meta({ id: 'EditorialState' });

export const storageCause = z
  .enum(['disk_full', 'read_only', 'not_permitted', 'too_many_files', 'in_the_way', 'disk_error'])
  .meta({ id: 'StorageCause', description: 'Reason why a file could not be written or read.' });

/** Most clients need a single form of the text. Rendering takes longer than all the rest. */
export const includedForm = z.enum(['html_body', 'raw']).optional().meta({
  description:
    'Form of the text beside `raw_body`: `html_body` (default), the rendered text, or `raw`, the whole file.',
});

export const documentDetail = workingSummary
  .extend({
    materialised: z.boolean().meta({
      description:
        'False while the text is saved in the history but not yet in its file. The server writes the file as soon as the content folder is writable.',
    }),
    storage_failure: storageCause.nullable().meta({
      description: 'Reason why the last attempt to write or read the file failed.',
    }),
    last_change: textChange.nullable(),
    html_body: z.string().optional().meta({ description: 'Absent with `include=raw`.' }),
    raw_body: z.string(),
    raw: z.string().optional().meta({ description: 'The whole file, with `include=raw`.' }),
    frontmatter: freeForm,
    ...fieldSchemas(fieldNames('working', 'detail')),
    lock: documentLock.nullable(),
    due_on: z.iso
      .date()
      .nullable()
      .meta({ description: 'Day on which the document is due, in the time zone of the site.' }),
    names,
    editorial: editorialState,
    working_copy: workingCopyState.nullable().meta({ description: 'Lock of the caller.' }),
  })
  .meta({ id: 'DocumentDetail' });

export const savedDocument = documentDetail
  .pick({
    path: true,
    revision: true,
    status: true,
    is_public: true,
    updated_at: true,
    materialised: true,
  })
  .meta({ id: 'SavedDocument' });

const filters = {
  type: text().optional(),
  lang: text().optional(),
  status: documentStatus.optional(),
  author: text().optional(),
  assignee: text().optional(),
  reviewer: text().optional(),
} satisfies Readonly<Record<DocumentFilter, z.ZodType>>;

const day = () => z.iso.date();

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
      'Documents that the caller can read, latest change first; search results are sorted by relevance. Follow `next_cursor` to read all of them',
    query: z.strictObject({
      q: text().max(500).optional().meta({
        description:
          'Words that must all occur; the last one can be a prefix. Use "…" for a phrase, a minus sign to exclude a word, and `or` between alternatives.',
      }),
      ...filters,
      term: matching(/^[^:]+:./, fieldFault('not_a_term', { example: 'tags:Ink' }), text())
        .optional()
        .meta({ description: 'Taxonomy and term, such as `tags:Ink`.' }),
      dated_from: day()
        .optional()
        .meta({ description: 'Earliest day of `date`, in the site’s time zone.' }),
      dated_until: day().optional().meta({ description: 'Latest day of `date`, inclusive.' }),
      sort: z.enum([...documentSorts, 'relevance']).optional(),
      order: z.enum(['asc', 'desc']).optional(),
      page: integerParameter(1).optional(),
      limit: integerParameter(1).optional(),
      cursor: text()
        .optional()
        .meta({ description: '`next_cursor` of the previous page; replaces `page`.' }),
      total: z.literal('exact').optional().meta({
        description: 'Count more than 10,000 matches instead of estimating their number.',
      }),
    }),
    answer: paged(documentSummary)
      .extend({
        total_is_estimate: z.boolean().meta({
          description:
            'True for some totals above 10,000, never with `total=exact`, a search, or a page beyond the first 10,000 documents.',
        }),
        next_cursor: z.string().nullable(),
      })
      .meta({ id: 'PagedDocumentsResponse' }),
    problems: [],
    example: { query: { q: 'ink' } },
  },

  get: {
    get: '/document',
    access: { capability: 'documents.read' },
    summary: 'One document, with its text',
    query: z.strictObject({
      path: z.string().min(1),
      id: text().optional(),
      include: includedForm,
    }),
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
      folder: text()
        .max(500)
        .optional()
        .meta({ description: 'Folder below that of the type and language, such as `tags`.' }),
      frontmatter: freeForm.optional(),
      draft_key: draftKey
        .optional()
        .meta({ description: 'Key of the caller’s unsaved text, which is deleted.' }),
      include: includedForm,
    }),
    answer: documentDetail,
    minimalAnswer: savedDocument,
    problems: [
      'invalid_path',
      'already_exists',
      'invalid_fields',
      'check_failed',
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
    summary: 'Save the body, frontmatter or status of a document, or its whole file',
    bodyLimit: 'document',
    body: z.strictObject({
      path: z.string().min(1),
      content: text(),
      frontmatter: freeForm.optional(),
      expected_revision: z.string().optional(),
      lock_token: z.string().optional(),
      message: text().max(1_000).optional(),
      include: includedForm,
    }),
    answer: documentDetail,
    minimalAnswer: savedDocument,
    problems: [
      'invalid_path',
      'not_found',
      'stale_revision',
      'document_locked',
      'approval_required',
      'illegal_transition',
      'invalid_schedule',
      'invalid_fields',
      'check_failed',
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

export const collectionResponse = paged(
  publicSummary.extend({
    published_at: dateTime,
    highlight: highlight.optional().meta({ description: 'With `q` only.' }),
  }),
).meta({
  id: 'CollectionResponse',
});
