import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { dateTime, integerParameter, okResponse, text } from './shapes.ts';

const format = z.enum([
  'markdown',
  'hugo',
  'jekyll',
  'eleventy',
  'astro',
  'docusaurus',
  'obsidian',
  'ghost',
  'wordpress',
  'substack',
  'medium',
]);

const siteImport = z
  .object({
    id: z.string(),
    state: z
      .enum(['reading', 'ready', 'importing', 'done', 'failed', 'cancelled', 'interrupted'])
      .meta({
        description:
          '`reading`: the dry run is under way. `ready`: it can be started. `interrupted`: the server or the command ended in between; a repeated import completes it.',
      }),
    format,
    signs: z.array(z.string()).nullable().meta({
      description:
        'Files by which the format was recognised, such as `hugo.toml`; null when it was given.',
    }),
    source: z.string().meta({ description: 'Name of the uploaded file, or path of the source.' }),
    publish: z.boolean().meta({
      description:
        'Whether pages are published that the source has published; true before the start.',
    }),
    requested_by: z.string().meta({ description: '`galley` for the command line.' }),
    batch: z
      .string()
      .nullable()
      .meta({ description: 'Name in the history of each document; null before the start.' }),
    counts: z.object({
      new: z.int().meta({ description: 'Documents, as `changed` and `unchanged`.' }),
      changed: z.int(),
      unchanged: z.int(),
      media: z.int().meta({ description: 'New and changed files.' }),
      redirects: z.int(),
      menus: z.int(),
      skipped: z.int(),
      warnings: z.int(),
    }),
    total: z.int().nullable().meta({ description: 'Documents that the dry run has found.' }),
    error: z.string().nullable().meta({ description: 'Why the import failed, as a sentence.' }),
    requested_at: dateTime,
    updated_at: dateTime,
  })
  .meta({ id: 'SiteImport' });

const row = z
  .object({
    kind: z.enum(['document', 'media', 'skipped', 'warning']),
    source: z.string().meta({ description: 'Path, or number, in the source.' }),
    path: z.string().nullable().meta({ description: 'Path in the content tree.' }),
    title: z.string().nullable(),
    status: z.string().nullable().meta({ description: 'State of the document.' }),
    change: z.enum(['new', 'changed', 'unchanged']).nullable(),
    redirects: z
      .array(z.string())
      .meta({ description: 'Old addresses that redirect to the document.' }),
    reason: z.string().nullable(),
  })
  .meta({ id: 'ImportRow' });

const manage = { capability: 'operations.manage' } as const;
const id = () => text().min(1).max(100);

export const imports = defineNoun('imports', {
  current: {
    get: '/imports',
    access: manage,
    summary:
      'The last import of the site with its progress, also of the command line; kept for a day',
    answer: z.object({ import: siteImport.nullable() }).meta({ id: 'CurrentImport' }),
    problems: [],
    example: {},
  },

  upload: {
    post: '/imports/upload',
    access: manage,
    audited: { action: 'import.upload' },
    summary:
      'Upload a source and start its dry run, which changes nothing. Poll `/imports` until the state is `ready`. The upload takes the place of the import before, and is deleted after the import or a day',
    multipart: true,
    body: z.strictObject({
      format: format
        .optional()
        .meta({ description: 'Recognised by the files of the source if missing.' }),
    }),
    answer: siteImport,
    problems: [
      'import_source_unreadable',
      'import_format_unclear',
      'import_running',
      'storage_failed',
      'insufficient_storage',
    ],
    example: {
      body: { format: 'hugo' },
      file: { name: 'old-site.txt', content: 'Not an archive.' },
      refused: [422, 'import_source_unreadable'],
    },
  },

  rows: {
    get: '/imports/rows',
    access: manage,
    summary: 'Table of a dry run or an import: skipped pages, warnings, documents, media files',
    query: z.strictObject({
      id: id(),
      show: z
        .enum(['new', 'changed', 'unchanged', 'media', 'skipped', 'warning'])
        .optional()
        .meta({ description: '`new`, `changed` and `unchanged` show documents.' }),
      q: text()
        .max(500)
        .optional()
        .meta({ description: 'Part of the title, the path or the source.' }),
      page: integerParameter(1).optional(),
      limit: integerParameter(1).optional(),
    }),
    answer: z
      .object({
        items: z.array(row),
        page: z.int(),
        page_size: z.int(),
        total: z.int(),
        has_more: z.boolean(),
      })
      .meta({ id: 'PagedImportRows' }),
    problems: ['not_found'],
    example: { query: { id: 'no-such-import' }, refused: [404, 'not_found'] },
  },

  start: {
    post: '/imports/start',
    access: manage,
    recentlyConfirmed: {},
    audited: { action: 'import.start', target: 'id' },
    summary:
      'Start an import whose dry run is ready. It also needs `documents.create`, `documents.write` and `media.write`, with `publish` also `documents.publish`',
    body: z.strictObject({
      id: id(),
      publish: z.boolean().optional().meta({
        description:
          'Publish pages that the source has published; where approval is required, they are put into review. Without it, everything arrives as a draft.',
      }),
    }),
    answer: siteImport,
    problems: ['not_found', 'import_not_ready', 'import_running', 'reauthentication_required'],
    example: { body: { id: 'no-such-import' }, refused: [404, 'not_found'] },
  },

  cancel: {
    post: '/imports/cancel',
    access: manage,
    audited: { action: 'import.cancel', target: 'id' },
    summary: 'Stop a running import, which keeps the pages imported so far, or discard an upload',
    body: z.strictObject({ id: id() }),
    answer: okResponse,
    problems: ['not_found', 'import_running'],
    example: { body: { id: 'no-such-import' }, refused: [404, 'not_found'] },
  },
});
