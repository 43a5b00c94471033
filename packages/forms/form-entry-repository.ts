import { eventWrites, writeTogether, type Database } from '@galley/database';
import type { NewDomainEvent } from '@galley/kernel';
import type { FormEntry, FormUsage } from './form-entry.ts';

const columns = ['id', 'form', 'submitted_at as submittedAt', 'page', 'lang', 'fields'] as const;

export class FormEntryRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** With its event, in one statement. */
  async insert(entry: FormEntry, bytes: number, event: NewDomainEvent): Promise<void> {
    const { submittedAt, fields, ...row } = entry;
    const insertion = this.#db.insertInto('form_entries').values({
      ...row,
      submitted_at: submittedAt,
      fields: JSON.stringify(fields),
      bytes,
    });
    await writeTogether(this.#db, [insertion, ...eventWrites([event])]);
  }

  /** All forms with entries, or one. */
  async usage(form?: string): Promise<FormUsage[]> {
    const rows = await this.#db
      .selectFrom('form_entries')
      .select(({ fn }) => [
        'form',
        fn.countAll<string>().as('entries'),
        fn.sum<string>('bytes').as('bytes'),
        fn.max('submitted_at').as('lastSubmittedAt'),
      ])
      .$if(form !== undefined, (query) => query.where('form', '=', form!))
      .groupBy('form')
      .orderBy('form')
      .execute();
    return rows.map(({ entries, bytes, ...row }) => ({
      ...row,
      entries: Number(entries),
      bytes: Number(bytes),
    }));
  }

  /** Names that entries of the form have, in alphabetical order. */
  async fieldNames(form: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('form_entries')
      .select(({ fn }) => fn<string>('jsonb_object_keys', ['fields']).as('name'))
      .distinct()
      .where('form', '=', form)
      .orderBy('name')
      .execute();
    return rows.map(({ name }) => name);
  }

  /** Newest first, from before an id. */
  async list(form: string, before: string | undefined, limit: number): Promise<FormEntry[]> {
    return this.#db
      .selectFrom('form_entries')
      .select(columns)
      .where('form', '=', form)
      .$if(before !== undefined, (query) => query.where('id', '<', before!))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }

  async delete(form: string, id: string): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('form_entries')
      .where('form', '=', form)
      .where('id', '=', id)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  /** Up to this id, so that entries which nobody has seen stay. */
  async deleteUpTo(form: string, newest: string): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('form_entries')
      .where('form', '=', form)
      .where('id', '<=', newest)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  async deleteBefore(form: string, time: Date): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('form_entries')
      .where('form', '=', form)
      .where('submitted_at', '<', time)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
