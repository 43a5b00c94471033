import { sql } from 'kysely';
import type { ApprovalReceiptsRow, Database, Transaction } from '@galley/database';
import type { ReceiptParties, SealedReceipt } from './approval-receipt.ts';
import type { DiffMethod } from './content-diff.ts';
import { isWithdrawn } from '../contributors-read-model.ts';

export class ApprovalReceiptRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async insert({ diff, parties, ...receipt }: SealedReceipt): Promise<void> {
    await this.#db
      .insertInto('approval_receipts')
      .values({
        id: receipt.id,
        document_id: receipt.documentId,
        seq: receipt.seq,
        event_id: receipt.eventId,
        approver: receipt.approver,
        at: receipt.at,
        revision: receipt.revision,
        note: receipt.note,
        hash: receipt.hash,
        previous: receipt.previous,
        base_hash: receipt.baseHash,
        diff_method: diff.method,
        diff_sha256: diff.sha256,
        diff_added: diff.added,
        diff_removed: diff.removed,
        receipt_hash: receipt.receiptHash,
        contributors: parties && [...parties.contributors],
        approvers: parties && [...parties.approvers],
        independence: parties && parties.independence,
      })
      .execute();
  }

  /** Newest first. */
  async list(documentId: number, limit: number): Promise<SealedReceipt[]> {
    const rows = await this.#db
      .selectFrom('approval_receipts')
      .selectAll()
      .where('document_id', '=', documentId)
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute();
    return rows.map(sealedReceipt);
  }

  /** False once changes were requested afterwards. */
  async isApproved(documentId: number, revision: string): Promise<boolean> {
    const { rows } = await sql`
      select from approval_receipts as receipt
      join document_history as entry
        on entry.document_id = receipt.document_id and entry.hash = receipt.hash
      where receipt.document_id = ${documentId} and receipt.revision = ${revision}
        and not ${isWithdrawn}
      limit 1
    `.execute(this.#db);
    return rows.length > 0;
  }

  async findNewest(documentId: number): Promise<SealedReceipt | undefined> {
    return (await this.list(documentId, 1))[0];
  }
}

export function sealedReceipt(row: ApprovalReceiptsRow): SealedReceipt {
  return {
    id: row.id,
    documentId: row.document_id,
    seq: row.seq,
    eventId: row.event_id,
    approver: row.approver,
    at: row.at,
    revision: row.revision,
    note: row.note,
    hash: row.hash,
    previous: row.previous,
    baseHash: row.base_hash,
    diff: {
      method: row.diff_method as DiffMethod,
      sha256: row.diff_sha256,
      added: row.diff_added,
      removed: row.diff_removed,
    },
    receiptHash: row.receipt_hash,
    parties: partiesIn(row),
  };
}

function partiesIn({
  contributors,
  approvers,
  independence,
}: ApprovalReceiptsRow): ReceiptParties | null {
  if (!contributors || !approvers || independence === null) return null;
  return { contributors, approvers, independence: independence as ReceiptParties['independence'] };
}
