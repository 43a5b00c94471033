import { canonicalJson, sha256 } from '@galley/kernel';
import type { Independence } from '@galley/settings';
import type { ContentDiff } from './content-diff.ts';

/** What proves an approval: who gave it, when, to which text, and what was new in that since the last one (GAP-DOC-12). */
export interface ApprovalReceipt {
  readonly id: string;
  readonly documentId: number;
  /** 1, 2, 3 … within the document. */
  readonly seq: number;
  /** Of the editorial event. */
  readonly eventId: string;
  readonly approver: string;
  readonly at: Date;
  readonly revision: string;
  readonly note: string | null;
  /**
   * The entry of the history that the approval made. Its hash covers approver, time, path and bytes, the `editorial`
   * block with the approval among them, and through its parent the snapshot that the approver had read; the revision
   * of both is the same. So all that the receipt says can be worked out again from the history alone.
   */
  readonly hash: string;
  /** The receipt before, by its `receiptHash`; null of the first. */
  readonly previous: string | null;
  /** `hash` of the receipt before: what the diff begins with. */
  readonly baseHash: string | null;
  readonly diff: ContentDiff;
  /** Null in receipts of releases before 1.1. */
  readonly parties: ReceiptParties | null;
}

/** By whom a text was, who approved it, and by which rule their approval counted (ADD-IND-6). */
export interface ReceiptParties {
  readonly contributors: readonly string[];
  /** One, or two contributors in the order of their approvals. */
  readonly approvers: readonly string[];
  readonly independence: Independence;
}

/** A receipt with its own hash, which the next one names. */
export interface SealedReceipt extends ApprovalReceipt {
  readonly receiptHash: string;
}

/**
 * SHA-256 of everything that a receipt says, as canonical JSON with the names of the columns. A receipt without parties
 * has the hash that it had before 1.1.
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
