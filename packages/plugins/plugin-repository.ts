import type { Database } from '@galley/database';
import type { Clock } from '@galley/kernel';

export interface PluginRecord {
  readonly name: string;
  readonly enabled: boolean;
  /** See `consentId`. */
  readonly consent: string | null;
  /** Null unless Galley disabled the plugin. */
  readonly lastError: string | null;
  readonly failedAt: Date | null;
  readonly version: number;
}

export interface PluginSwitch {
  readonly name: string;
  readonly enabled: boolean;
  readonly consent: string | null;
  readonly by: string;
}

/** The database notifies all processes of changes. */
export class PluginRepository {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  async list(): Promise<PluginRecord[]> {
    const rows = await this.#db.selectFrom('plugins').selectAll().execute();
    return rows.map(({ name, enabled, consent, last_error, failed_at, version }) => ({
      name,
      enabled,
      consent,
      lastError: last_error,
      failedAt: failed_at,
      version: Number(version),
    }));
  }

  async set({ name, enabled, consent, by }: PluginSwitch): Promise<void> {
    const change = {
      enabled,
      consent,
      last_error: null,
      failed_at: null,
      changed_by: by,
      changed_at: this.#clock.now(),
    };
    await this.#db
      .insertInto('plugins')
      .values({ name, ...change })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((row) => ({
          ...change,
          version: row('plugins.version', '+', 1),
        })),
      )
      .execute();
  }

  /** Leaves disabled plugins as they are. */
  async setConsent(name: string, consent: string, by: string): Promise<void> {
    await this.#db
      .updateTable('plugins')
      .set((row) => ({
        consent,
        changed_by: by,
        changed_at: this.#clock.now(),
        version: row('version', '+', 1),
      }))
      .where('name', '=', name)
      .where('enabled', '=', true)
      .execute();
  }

  async forget(name: string): Promise<void> {
    await this.#db.deleteFrom('plugins').where('name', '=', name).execute();
  }

  /** False when the plugin was switched since `version`. */
  async fail(record: Pick<PluginRecord, 'name' | 'version'>, error: string): Promise<boolean> {
    const now = this.#clock.now();
    const { numUpdatedRows } = await this.#db
      .updateTable('plugins')
      .set((row) => ({
        enabled: false,
        last_error: error,
        failed_at: now,
        changed_by: 'galley',
        changed_at: now,
        version: row('version', '+', 1),
      }))
      .where('name', '=', record.name)
      .where('version', '=', record.version)
      .where('enabled', '=', true)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
