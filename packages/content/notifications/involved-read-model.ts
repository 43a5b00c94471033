import type { Database, Transaction } from '@galley/database';
import type { Involved } from './recipients.ts';

export interface InvolvedQuery {
  readonly documentIds: readonly number[];
  readonly decided: readonly number[];
  readonly scheduled: readonly number[];
}

export class InvolvedReadModel {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Omits deleted documents. */
  async find({ documentIds, decided, scheduled }: InvolvedQuery): Promise<Map<number, Involved>> {
    if (documentIds.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('documents')
      .select(['id', 'author as owner', 'assignee', 'reviewer'])
      .where('id', 'in', documentIds)
      .where('deleted_at', 'is', null)
      .execute();
    const requested = await this.#requestedBy(decided);
    const planned = await this.#scheduledBy(scheduled);
    return new Map(
      rows.map(({ id, ...parts }) => [
        id,
        {
          ...parts,
          requestedBy: requested.get(id) ?? null,
          scheduledBy: planned.get(id) ?? null,
        },
      ]),
    );
  }

  async #requestedBy(documentIds: readonly number[]): Promise<Map<number, string>> {
    if (documentIds.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('editorial_events')
      .distinctOn('document_id')
      .select(['document_id', 'actor'])
      .where('document_id', 'in', documentIds)
      .where('action', '=', 'request_review')
      .orderBy('document_id')
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return new Map(rows.map((row) => [row.document_id, row.actor]));
  }

  async #scheduledBy(documentIds: readonly number[]): Promise<Map<number, string>> {
    if (documentIds.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('document_history')
      .distinctOn('document_id')
      .select(['document_id', 'author'])
      .where('document_id', 'in', documentIds)
      .where('status', '=', 'scheduled')
      .where('kind', 'in', ['save', 'status'])
      .orderBy('document_id')
      .orderBy('seq', 'desc')
      .execute();
    return new Map(rows.map((row) => [row.document_id, row.author]));
  }
}
