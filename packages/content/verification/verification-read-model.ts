import { sql } from 'kysely';
import type { ApprovalReceiptsRow, Database } from '@galley/database';
import type { DocumentStatus, EditorialEvent } from '@galley/editorial';
import { sealedReceipt } from '../history/approvals/approval-receipt-repository.ts';
import type { SealedReceipt } from '../history/approvals/approval-receipt.ts';
import { fieldNames } from '@galley/kernel';
import { fieldsOf, indexedDocument } from '../store/document-rows.ts';
import type { HistoryKind, IndexedDocument } from '../document/document.ts';
import type { RetainedSnapshot } from '../history/history-read-model.ts';
import type { PublishedFacts } from './document-check.ts';
import type { RecordedRename } from './history-replay.ts';

const entriesAtOnce = 200;
const bytesAtOnce = 16 * 1024 * 1024;

export class VerificationReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  withSnapshot<T>(work: (read: VerificationReadModel) => Promise<T>): Promise<T> {
    return this.#db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((transaction) => work(new VerificationReadModel(transaction)));
  }

  /** Deleted ones included. */
  async countDocuments(): Promise<number> {
    const { total } = await this.#db
      .selectFrom('documents')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return total;
  }

  /** By id, deleted ones included. */
  async listDocuments(after: number, limit: number): Promise<IndexedDocument[]> {
    const rows = await this.#db
      .selectFrom('documents')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(indexedDocument);
  }

  /** Oldest first. */
  async renamesOf(documentIds: readonly number[]): Promise<Map<number, RecordedRename[]>> {
    const rows = await this.#db
      .selectFrom('document_history')
      .select(['document_id as documentId', 'seq', 'renamed_from as from'])
      .where('document_id', 'in', documentIds)
      .where('renamed_from', 'is not', null)
      .orderBy('seq')
      .$narrowType<{ from: string }>()
      .execute();
    return Map.groupBy(rows, ({ documentId }) => documentId);
  }

  /** Loads at most 16 MiB of bytes, or one entry, at a time. */
  async *snapshots(documentId: number): AsyncGenerator<RetainedSnapshot> {
    for (let after = 0; ;) {
      const sizes = await this.#db
        .selectFrom('document_history')
        .select(['seq', sql<number>`octet_length(bytes)`.as('size')])
        .where('document_id', '=', documentId)
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(entriesAtOnce)
        .execute();
      if (sizes.length === 0) return;
      const upTo = findLastThatFits(sizes);
      for (const snapshot of await this.#snapshotsBetween(documentId, after, upTo)) yield snapshot;
      after = upTo;
    }
  }

  async #snapshotsBetween(
    documentId: number,
    after: number,
    upTo: number,
  ): Promise<RetainedSnapshot[]> {
    const rows = await this.#db
      .selectFrom('document_history')
      .selectAll()
      .where('document_id', '=', documentId)
      .where('seq', '>', after)
      .where('seq', '<=', upTo)
      .orderBy('seq')
      .execute();
    return rows.map(
      ({
        bytes,
        parent_hash: parentHash,
        on_behalf_of: onBehalfOf,
        renamed_from: renamedFrom,
        kind,
        ...row
      }) => ({
        entry: {
          ...row,
          renamedFrom,
          parentHash,
          onBehalfOf,
          kind: kind as HistoryKind,
          status: row.status as DocumentStatus,
        },
        bytes,
      }),
    );
  }

  async receiptsOf(documentIds: readonly number[]): Promise<Map<number, SealedReceipt[]>> {
    const rows: ApprovalReceiptsRow[] = await this.#db
      .selectFrom('approval_receipts')
      .selectAll()
      .where('document_id', 'in', documentIds)
      .orderBy('seq')
      .execute();
    return Map.groupBy(rows.map(sealedReceipt), ({ documentId }) => documentId);
  }

  /** Oldest first. */
  async eventsOf(documentIds: readonly number[]): Promise<Map<number, EditorialEvent[]>> {
    const rows = await this.#db
      .selectFrom('editorial_events')
      .selectAll()
      .where('document_id', 'in', documentIds)
      .orderBy('at')
      .orderBy('id')
      .execute();
    const events = Map.groupBy(rows, ({ document_id }) => document_id);
    return new Map(
      [...events].map(([id, ofOne]) => [
        id,
        ofOne.map((row) => ({ ...row, action: row.action as EditorialEvent['action'] })),
      ]),
    );
  }

  async findPublished(documentId: number): Promise<PublishedFacts | undefined> {
    const row = await this.#db
      .selectFrom('published_documents')
      .select([
        'public_id as id',
        'hash',
        'revision',
        sql<string>`encode(sha256(convert_to(body, 'UTF8')), 'hex')`.as('bodySha256'),
        ...publicFields,
      ])
      .where('document_id', '=', documentId)
      .executeTakeFirst();
    if (!row) return undefined;
    const { id, hash, revision, bodySha256 } = row;
    return { id, hash, revision, bodySha256, fields: fieldsOf(row, publicFields) };
  }
}

const publicFields = fieldNames('public');

/** At least one, whatever its size. */
function findLastThatFits(
  sizes: readonly { readonly seq: number; readonly size: number }[],
): number {
  let total = 0;
  const next = sizes.findIndex(({ size }, index) => (total += size) > bytesAtOnce && index > 0);
  return (next < 0 ? sizes : sizes.slice(0, next)).at(-1)!.seq;
}
