import type { Database } from '@galley/database';
import { aiWriterInfo } from './ai-writer-info.ts';

/** Switch of the AI writer. Unlike other plugins it is on by default, because it does nothing without an API key. */
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
