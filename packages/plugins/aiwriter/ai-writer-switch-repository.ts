import type { Database } from '@galley/database';
import { aiWriterInfo } from './ai-writer-info.ts';

/** On by default, unlike other plugins, because it does nothing without an API key. */
export class AiWriterSwitchRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async isOn(): Promise<boolean> {
    const row = await this.#db
      .selectFrom('plugins')
      .select('enabled')
      .where('name', '=', aiWriterInfo.name)
      .executeTakeFirst();
    return row?.enabled ?? true;
  }
}
