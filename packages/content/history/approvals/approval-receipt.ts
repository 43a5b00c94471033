import { canonicalJson, sha256 } from '@galley/kernel';
import type { Independence } from '@galley/settings';
import type { ContentDiff } from './content-diff.ts';

/** Evidence of an approval, with the changes since the previous one (GAP-DOC-12). */
export interface ApprovalReceipt {
  readonly id: string;
  readonly documentId: number;
  readonly seq: number;
  readonly eventId: string;
  readonly approver: string;
  readonly at: Date;
  readonly revision: string;
  readonly note: string | null;
  /** History entry of the approval: it covers approver and bytes, and its parent is the text they read. */
  readonly hash: string;
  /** `receiptHash` of the previous receipt; null for the first. */
  readonly previous: string | null;
  /** `hash` of the previous receipt, the left side of the diff. */
  readonly baseHash: string | null;
  readonly diff: ContentDiff;
  /** Null in receipts of releases before 1.1. */
  readonly parties: ReceiptParties | null;
}

/** ADD-IND-6. */
export interface ReceiptParties {
  readonly contributors: readonly string[];
  /** A single approver, or two contributors in the order of their approvals. */
  readonly approvers: readonly string[];
  readonly independence: Independence;
}

export interface SealedReceipt extends ApprovalReceipt {
  readonly receiptHash: string;
}

/** SHA-256 of canonical JSON with column names. Receipts without parties keep their hash of before 1.1. */
export function receiptHash({ diff, parties, ...receipt }: ApprovalReceipt): string {
  return sha256(
    canonicalJson({
      id: receipt.id,
      document_id: receipt.documentId,
      seq: receipt.seq,
      event_id: receipt.eventId,
      approver: receipt.approver,
      at: receipt.at.toISOString(),
      revision: receipt.revision,
      note: receipt.note,
      hash: receipt.hash,
      previous: receipt.previous,
      base_hash: receipt.baseHash,
      diff_method: diff.method,
      diff_sha256: diff.sha256,
      diff_added: diff.added,
      diff_removed: diff.removed,
      ...parties,
    }),
  );
}
