import type { Database, Transaction } from '@galley/database';
import { maxEvents, type EditorialEvent } from '@galley/editorial';

export class EditorialEventRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async insert(documentId: number, { details, ...event }: EditorialEvent): Promise<void> {
    const row = { ...event, document_id: documentId, details: JSON.stringify(details) };
    await this.#db.insertInto('editorial_events').values(row).execute();
  }

  /** Oldest first, as many as a file contains. */
  async list(documentId: number): Promise<EditorialEvent[]> {
    const rows = await this.#db
      .selectFrom('editorial_events')
      .select(['id', 'action', 'actor', 'at', 'revision', 'note', 'details'])
      .where('document_id', '=', documentId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(maxEvents)
      .execute();
    return rows
      .reverse()
      .map((row) => ({ ...row, action: row.action as EditorialEvent['action'] }));
  }
}
