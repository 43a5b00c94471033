import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { pluginProblems } from './problems.ts';

/** Keys and values of a plugin, in bytes. */
export const storageLimit = 1024 * 1024;
const maxKeyLength = 200;

/** JSON values, separate for each plugin. */
export class PluginStorageRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async get(plugin: string, key: string): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('plugin_storage')
      .select('value')
      .where('plugin', '=', plugin)
      .where('key', '=', key)
      .executeTakeFirst();
    return row?.value;
  }

  /** Sorted. */
  async keys(plugin: string, prefix: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('plugin_storage')
      .select('key')
      .where('plugin', '=', plugin)
      .where(sql<boolean>`starts_with(key, ${prefix})`)
      .orderBy('key')
      .execute();
    return rows.map(({ key }) => key);
  }

  /** Throws `storage_full`, and `invalid_request` for an invalid key. */
  async set(plugin: string, { key, value, at }: StoredValue): Promise<void> {
    requireKey(key);
    const bytes = Buffer.byteLength(key) + Buffer.byteLength(value);
    await this.#db.transaction().execute(async (transaction) => {
      // Two concurrent writes could exceed the limit together.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`plugin storage ${plugin}`}, 0))`.execute(
        transaction,
      );
      const { used } = await transaction
        .selectFrom('plugin_storage')
        .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('used'))
        .where('plugin', '=', plugin)
        .where('key', '!=', key)
        .executeTakeFirstOrThrow();
      if (used + bytes > storageLimit) {
        throw pluginProblems.storage_full(
          `A plugin may keep ${storageLimit} bytes; with ${key} it would be ${used + bytes}. Delete what is no longer needed.`,
        );
      }
      const row = { value, bytes, updated_at: at };
      await transaction
        .insertInto('plugin_storage')
        .values({ plugin, key, ...row })
        .onConflict((conflict) => conflict.columns(['plugin', 'key']).doUpdateSet(row))
        .execute();
    });
  }

  async delete(plugin: string, key: string): Promise<void> {
    await this.#db
      .deleteFrom('plugin_storage')
      .where('plugin', '=', plugin)
      .where('key', '=', key)
      .execute();
  }

  async deleteAll(plugin: string): Promise<void> {
    await this.#db.deleteFrom('plugin_storage').where('plugin', '=', plugin).execute();
  }
}

export interface StoredValue {
  readonly key: string;
  /** JSON. */
  readonly value: string;
  readonly at: Date;
}

function requireKey(key: string): void {
  if (key !== '' && key.length <= maxKeyLength && !/\p{Cc}/u.test(key)) return;
  throw pluginProblems.invalid_call(
    `A key is text of 1 to ${maxKeyLength} characters without control characters.`,
  );
}
