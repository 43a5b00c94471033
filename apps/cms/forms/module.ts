import { stringify } from 'csv-stringify/sync';
import type { contract } from '@galley/contract';
import type { FormEntry, FormOverview, FormService } from '@galley/forms';
import type { Module } from '@galley/http';

export function formsModule(forms: FormService): Module<typeof contract.forms> {
  return {
    list: async () => (await forms.list()).map(presentForm),

    entries: async ({ query: { form, before } }) => {
      const overview = await forms.get(form);
      const { items, hasMore } = await forms.page(form, before);
      const next_cursor = hasMore ? items.at(-1)!.id : null;
      return {
        items: items.map((entry) => presentEntry(entry, overview)),
        has_more: hasMore,
        next_cursor,
      };
    },

    export: async ({ query: { form }, note }) => {
      const overview = await forms.get(form);
      note({ action: 'form_entries.export', target: form, details: { entries: overview.entries } });
      return {
        contentType: 'text/csv; charset=utf-8',
        filename: `${form}.csv`,
        chunks: toCsv(overview, forms.export(form)),
      };
    },

    deleteEntry: async ({ body: { form, id }, note }) => {
      await forms.get(form);
      note({ details: { entry: id } });
      return { deleted: Number(await forms.delete(form, id)) };
    },

    deleteEntries: async ({ body: { form, newest }, note }) => {
      await forms.get(form);
      const deleted = await forms.deleteUpTo(form, newest);
      note({ details: { entries: deleted } });
      return { deleted };
    },
  };
}

function presentForm(form: FormOverview) {
  return {
    name: form.form,
    title: form.title,
    is_defined: form.isDefined,
    entries: form.entries,
    last_submitted_at: form.lastSubmittedAt?.toISOString() ?? null,
    is_full: form.isFull,
    retention_days: form.retentionDays,
    fields: [...form.fields],
  };
}

function presentEntry({ id, submittedAt, page, fields }: FormEntry, form: FormOverview) {
  const values = form.fields.flatMap(({ name, label }) =>
    Object.hasOwn(fields, name) ? [{ name, label, value: fields[name]! }] : [],
  );
  return { id, submitted_at: submittedAt.toISOString(), page, values };
}

/** With a byte order mark, which Excel needs for UTF-8. Escapes cells that a spreadsheet would run as a formula. */
async function* toCsv(
  form: FormOverview,
  batches: AsyncIterable<readonly FormEntry[]>,
): AsyncGenerator<string> {
  const safe = { escape_formulas: true } as const;
  const labels = form.fields.map(({ label }) => label);
  yield stringify([['id', 'submitted_at', 'page', ...labels]], { ...safe, bom: true });
  for await (const batch of batches)
    yield stringify(
      batch.map(({ id, submittedAt, page, fields }) => [
        id,
        submittedAt.toISOString(),
        page,
        ...form.fields.map(({ name }) => (Object.hasOwn(fields, name) ? fields[name] : '')),
      ]),
      safe,
    );
}
