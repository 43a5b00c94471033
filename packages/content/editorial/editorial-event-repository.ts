import type { Database, Transaction } from '@galley/database';
import type { EditorialEvent } from './editorial.ts';

/** Everything that was done about documents; nothing is ever changed or left out. */
export class EditorialEventRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async insert(documentId: number, { details, ...event }: EditorialEvent): Promise<void> {
    const row = { ...event, document_id: documentId, details: JSON.stringify(details) };
    await this.#db.insertInto('editorial_events').values(row).execute();
  }

  /** Of one document, in the order in which they happened. */
  async list(documentId: number): Promise<EditorialEvent[]> {
    const rows = await this.#db
      .selectFrom('editorial_events')
      .select(['id', 'action', 'actor', 'at', 'revision', 'note', 'details'])
      .where('document_id', '=', documentId)
      .orderBy('at')
      .orderBy('id')
      .execute();
    return rows.map((row) => ({ ...row, action: row.action as EditorialEvent['action'] }));
  }
}
