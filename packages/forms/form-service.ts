import type { Database } from '@galley/database';
import { newId, systemActor, type Clock } from '@galley/kernel';
import type { SiteForm, SiteSettings } from '@galley/settings';
import { FormEntryRepository } from './form-entry-repository.ts';
import type { FormEntry, FormOverview, FormUsage, NewFormEntry } from './form-entry.ts';
import { formProblems } from './problems.ts';

export interface FormServiceOptions {
  readonly db: Database;
  readonly settings: () => Pick<SiteSettings, 'forms'>;
  readonly clock: Clock;
}

/** For each form. A flood must not fill the database. */
const limits = { entries: 10_000, bytes: 64 * 1024 * 1024 } as const;

const pageSize = 50;
const exportBatch = 500;
const dayMs = 86_400_000;
/** For forms that were removed from the settings. */
const defaultRetentionDays = 365;

/** Entries of forms (ADD-INT-9). */
export class FormService {
  readonly #options: FormServiceOptions;
  readonly #entries: FormEntryRepository;

  constructor(options: FormServiceOptions) {
    this.#options = options;
    this.#entries = new FormEntryRepository(options.db);
  }

  /** `undefined` for a form that the settings do not define. */
  findForm(name: string): SiteForm | undefined {
    const { forms } = this.#options.settings();
    return Object.hasOwn(forms, name) ? forms[name] : undefined;
  }

  /** Durable when it resolves. @throws `form_full` */
  async submit(entry: NewFormEntry): Promise<void> {
    const { form, fields, page } = entry;
    const [usage] = await this.#entries.usage(form);
    if (isFull(usage)) throw formProblems.form_full(`The form ${form} is full.`);
    const id = newId();
    const submittedAt = this.#options.clock.now();
    const bytes = Buffer.byteLength(JSON.stringify(fields));
    await this.#entries.insert({ ...entry, id, submittedAt }, bytes, {
      type: 'form.submitted',
      at: submittedAt,
      actor: systemActor.username,
      subject: form,
      // Without values: events are kept, and sent to other systems.
      data: { form, entry: id, page },
    });
  }

  /** Forms of the settings in their order, then removed ones with entries. */
  async list(): Promise<FormOverview[]> {
    const { forms } = this.#options.settings();
    const usages = await this.#entries.usage();
    const names = new Set([...Object.keys(forms), ...usages.map(({ form }) => form)]);
    return Promise.all(
      [...names].map((name) =>
        this.#overview(name, usages.find(({ form }) => form === name) ?? noUsage(name)),
      ),
    );
  }

  /** @throws `form_not_found` */
  async get(name: string): Promise<FormOverview> {
    const [usage] = await this.#entries.usage(name);
    if (usage === undefined && this.findForm(name) === undefined)
      throw formProblems.form_not_found(`There is no form ${name}.`);
    return this.#overview(name, usage ?? noUsage(name));
  }

  /** Newest first, in pages of 50. */
  async page(
    form: string,
    before: string | undefined,
  ): Promise<{ readonly items: readonly FormEntry[]; readonly hasMore: boolean }> {
    const found = await this.#entries.list(form, before, pageSize + 1);
    return { items: found.slice(0, pageSize), hasMore: found.length > pageSize };
  }

  /** False for an unknown entry. */
  async delete(form: string, id: string): Promise<boolean> {
    return (await this.#entries.delete(form, id)) > 0;
  }

  /** All entries up to `newest`, an id; returns their number. */
  deleteUpTo(form: string, newest: string): Promise<number> {
    return this.#entries.deleteUpTo(form, newest);
  }

  /** Newest first, in batches. */
  async *export(form: string): AsyncGenerator<readonly FormEntry[]> {
    let before: string | undefined;
    do {
      const batch = await this.#entries.list(form, before, exportBatch);
      if (batch.length > 0) yield batch;
      before = batch.length === exportBatch ? batch.at(-1)!.id : undefined;
    } while (before !== undefined);
  }

  async removeOld(): Promise<number> {
    const now = this.#options.clock.now().getTime();
    let removed = 0;
    for (const { form } of await this.#entries.usage())
      removed += await this.#entries.deleteBefore(
        form,
        new Date(now - this.#retentionDays(form) * dayMs),
      );
    return removed;
  }

  async #overview(name: string, usage: FormUsage): Promise<FormOverview> {
    const form = this.findForm(name);
    const defined = form?.fields.map((field) => ({ name: field.name, label: field.label })) ?? [];
    const used = usage.entries === 0 ? [] : await this.#entries.fieldNames(name);
    const others = used.filter((key) => !defined.some((field) => field.name === key));
    return {
      ...usage,
      title: form?.title ?? name,
      isDefined: form !== undefined,
      isFull: isFull(usage),
      retentionDays: this.#retentionDays(name),
      fields: [...defined, ...others.map((key) => ({ name: key, label: key }))],
    };
  }

  #retentionDays(name: string): number {
    return this.findForm(name)?.retentionDays ?? defaultRetentionDays;
  }
}

function noUsage(form: string): FormUsage {
  return { form, entries: 0, bytes: 0, lastSubmittedAt: null };
}

function isFull(usage: FormUsage | undefined): boolean {
  return usage !== undefined && (usage.entries >= limits.entries || usage.bytes >= limits.bytes);
}
