import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { dateTime, text } from './shapes.ts';

/** Personal data of visitors. */
const manage = { capability: 'config.manage' } as const;

const formName = () => text().min(1).max(200);
const entryId = () => text().min(1).max(200);

const overview = z
  .object({
    name: z.string(),
    title: z.string(),
    is_defined: z.boolean().meta({
      description: 'False for a form that is no longer in the settings and still has entries.',
    }),
    entries: z.int(),
    last_submitted_at: dateTime.nullable(),
    is_full: z.boolean().meta({ description: 'Further entries are refused.' }),
    retention_days: z.int(),
    fields: z.array(z.object({ name: z.string(), label: z.string() })),
  })
  .meta({ id: 'FormOverview' });

const entry = z
  .object({
    id: z.string(),
    submitted_at: dateTime,
    page: z.string().meta({ description: 'Address of the page; empty if it is not public.' }),
    values: z
      .array(z.object({ name: z.string(), label: z.string(), value: z.string() }))
      .meta({ description: 'In the order of the form; without empty ones.' }),
  })
  .meta({ id: 'FormEntry' });

const deleted = z.object({ deleted: z.int() }).meta({ id: 'DeletedFormEntries' });

export const forms = defineNoun('forms', {
  list: {
    get: '/forms',
    access: manage,
    summary: 'Forms of the site, and removed ones that have entries',
    answer: z.array(overview),
    problems: [],
    example: {},
  },

  entries: {
    get: '/forms/entries',
    access: manage,
    summary: 'Entries of a form, newest first, in pages of 50',
    query: z.strictObject({
      form: formName(),
      before: entryId().optional().meta({ description: '`next_cursor` of the previous page.' }),
    }),
    answer: z
      .object({
        items: z.array(entry),
        has_more: z.boolean(),
        next_cursor: z.string().nullable(),
      })
      .meta({ id: 'FormEntriesResponse' }),
    problems: ['form_not_found'],
    example: { query: { form: 'no-such-form' }, refused: [404, 'form_not_found'] },
  },

  export: {
    get: '/forms/export',
    access: manage,
    summary: 'Export all entries of a form as CSV, newest first',
    query: z.strictObject({ form: formName() }),
    answer: entry,
    streams: ['text/csv'],
    problems: ['form_not_found'],
    example: { query: { form: 'no-such-form' }, refused: [404, 'form_not_found'] },
  },

  deleteEntry: {
    post: '/forms/entries/delete',
    access: manage,
    audited: { action: 'form_entries.delete', target: 'form' },
    summary: 'Delete an entry',
    body: z.strictObject({ form: formName(), id: entryId() }),
    answer: deleted,
    problems: ['form_not_found'],
    example: {
      body: { form: 'no-such-form', id: 'no-such-entry' },
      refused: [404, 'form_not_found'],
    },
  },

  deleteEntries: {
    post: '/forms/entries/delete_all',
    access: manage,
    audited: { action: 'form_entries.delete', target: 'form' },
    summary: 'Delete all entries of a form up to the newest one that was listed',
    body: z.strictObject({
      form: formName(),
      newest: entryId().meta({ description: 'Entries that arrived after this one stay.' }),
    }),
    answer: deleted,
    problems: ['form_not_found'],
    example: {
      body: { form: 'no-such-form', newest: 'no-such-entry' },
      refused: [404, 'form_not_found'],
    },
  },
});
