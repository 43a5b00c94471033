import { canonicalJson, sha256 } from '@galley/kernel';
import type { Independence } from '@galley/settings';
import type { ContentDiff } from './content-diff.ts';

/** Evidence of an approval: approver, time, text, and the changes since the previous approval (GAP-DOC-12). */
export interface ApprovalReceipt {
  readonly id: string;
  readonly documentId: number;
  readonly seq: number;
  /** Id of the editorial event. */
  readonly eventId: string;
  readonly approver: string;
  readonly at: Date;
  readonly revision: string;
  readonly note: string | null;
  /**
   * History entry that the approval created. Its hash covers approver, time, path and bytes (and thereby the
   * `editorial` block with the approval) and, through its parent, the snapshot that the approver read; both have the
   * same revision. So the history alone is enough to derive the receipt again.
   */
  readonly hash: string;
  /** `receiptHash` of the previous receipt; null for the first. */
  readonly previous: string | null;
  /** `hash` of the previous receipt, the left side of the diff. */
  readonly baseHash: string | null;
  readonly diff: ContentDiff;
  /** Null in receipts of releases before 1.1. */
  readonly parties: ReceiptParties | null;
}

/** Contributors to the text, its approvers, and the independence rule that applied (ADD-IND-6). */
export interface ReceiptParties {
  readonly contributors: readonly string[];
  /** A single approver, or two contributors in the order of their approvals. */
  readonly approvers: readonly string[];
  readonly independence: Independence;
}

/** Receipt with its own hash, which the next receipt references. */
export interface SealedReceipt extends ApprovalReceipt {
  readonly receiptHash: string;
}

/**
 * SHA-256 of the whole receipt as canonical JSON with column names. Receipts without parties keep the hash that they
 * had before 1.1.
 */
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
