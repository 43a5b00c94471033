import type { Database } from '@galley/database';
import { aiWriterInfo } from './ai-writer-info.ts';

/** Whether the AI writer is on. Unlike other plugins, it is until somebody switches it off: without a key it does nothing. */
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
