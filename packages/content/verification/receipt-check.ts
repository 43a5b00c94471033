import { oneMoreNeeded, type EditorialEvent } from '@galley/editorial';
import { isEqual, isObject, own } from '@galley/settings';
import { receiptHash, type SealedReceipt } from '../history/approvals/approval-receipt.ts';
import {
  contentOf,
  diffContents,
  type LabelledContent,
} from '../history/approvals/content-diff.ts';
import { fault, type Fault } from './finding.ts';
import type { ReplayedEntry } from './history-replay.ts';
import { independenceFaults, isByContributor, describeReceipt } from './independence-check.ts';

export interface ReceiptSources {
  readonly receipts: readonly SealedReceipt[];
  readonly events: readonly EditorialEvent[];
  readonly unreceipted: ReadonlySet<string>;
}

export class ReceiptCheck {
  readonly #sources: ReceiptSources;
  readonly #events: ReadonlyMap<string, EditorialEvent>;
  readonly #awaited: Map<string, SealedReceipt>;
  /** Approvals that are already reported or need no receipt. */
  readonly #settled: Set<string>;
  #base: (LabelledContent & { readonly hash: string }) | undefined;
  unreceipted = 0;
  byContributors = 0;

  constructor(sources: ReceiptSources) {
    const { receipts, events, unreceipted } = sources;
    this.#sources = sources;
    this.#events = new Map(events.map((event) => [event.id, event]));
    this.#awaited = new Map(receipts.map((receipt) => [receipt.hash, receipt]));
    this.#settled = new Set([...receipts.map(({ eventId }) => eventId), ...unreceipted]);
  }

  *begin(): Generator<Fault> {
    let before: SealedReceipt | undefined;
    for (const receipt of this.#sources.receipts) {
      if (receiptHash(receipt) !== receipt.receiptHash) {
        yield fault('receipt', `${describeReceipt(receipt)} was changed after it was written.`);
      }
      const { seq, previous, baseHash } = receipt;
      const follows = seq === (before?.seq ?? 0) + 1;
      if (
        !follows ||
        previous !== (before?.receiptHash ?? null) ||
        baseHash !== (before?.hash ?? null)
      ) {
        yield fault(
          'receipt',
          `${describeReceipt(receipt)} does not continue the receipt before it: a receipt is missing or was changed.`,
        );
      }
      yield* this.#eventFaults(receipt);
      before = receipt;
    }
  }

  *next(replayed: ReplayedEntry, before: ReplayedEntry | undefined): Generator<Fault> {
    const { entry, block, isApproval } = replayed;
    const receipt = this.#awaited.get(entry.hash);
    if (!receipt) {
      if (isApproval) yield* this.#withoutReceipt(replayed);
      return;
    }
    this.#awaited.delete(entry.hash);
    const { approver, at, revision } = receipt;
    const isSame = entry.author === approver && entry.at.getTime() === at.getTime();
    if (
      !isApproval ||
      !isSame ||
      revision !== replayed.source.revision ||
      newestEvent(block) !== receipt.eventId
    ) {
      yield fault(
        'receipt',
        `${describeReceipt(receipt)} does not match its history entry, ${entry.seq}.`,
        entry.seq,
      );
    }
    yield* independenceFaults(receipt, replayed, before);
    if (isByContributor(receipt, replayed)) this.byContributors += 1;
    yield* this.#diffFaults(receipt, replayed);
  }

  *end(): Generator<Fault> {
    for (const receipt of this.#awaited.values()) {
      yield fault(
        'receipt',
        `${describeReceipt(receipt)} names entry ${receipt.hash}, which is missing from the history.`,
      );
    }
    for (const { id, action, actor, at, details } of this.#sources.events) {
      if (action !== 'approve' || this.#settled.has(id)) continue;
      // The first of two approvals has no receipt.
      if (isEqual(details, oneMoreNeeded)) continue;
      yield fault(
        'receipt',
        `The approval by ${actor} of ${at.toISOString()} has no receipt and no history entry.`,
      );
    }
  }

  *#withoutReceipt({ entry, block }: ReplayedEntry): Generator<Fault> {
    const id = newestEvent(block);
    if (id !== undefined && this.#sources.unreceipted.has(id)) {
      this.unreceipted += 1;
      return;
    }
    if (id !== undefined) this.#settled.add(id);
    yield fault(
      'receipt',
      `The approval by ${entry.author} of ${entry.at.toISOString()} (entry ${entry.seq}) has no receipt.`,
      entry.seq,
    );
  }

  *#eventFaults(receipt: SealedReceipt): Generator<Fault> {
    const event = this.#events.get(receipt.eventId);
    const agrees =
      event?.action === 'approve' &&
      event.actor === receipt.approver &&
      event.at.getTime() === receipt.at.getTime() &&
      event.revision === receipt.revision &&
      event.note === receipt.note;
    if (!agrees)
      yield fault('receipt', `${describeReceipt(receipt)} does not match its editorial event.`);
  }

  *#diffFaults(receipt: SealedReceipt, { entry, path, source }: ReplayedEntry): Generator<Fault> {
    const base = this.#base;
    const content = {
      path,
      at: entry.at,
      content: contentOf(source),
      hash: entry.hash,
    };
    this.#base = content;
    // Already reported as a missing receipt or entry.
    if (receipt.baseHash !== (base?.hash ?? null)) return;
    const { method, sha256, added, removed } = diffContents(
      // Both sides have the path of the time of the approval, also after a rename.
      base ? { ...base, path } : null,
      content,
    );
    const { diff } = receipt;
    if (
      diff.method === method &&
      diff.sha256 === sha256 &&
      diff.added === added &&
      diff.removed === removed
    )
      return;
    yield fault(
      'receipt',
      `${describeReceipt(receipt)} records a diff to the previous approval that does not match the history.`,
      entry.seq,
    );
  }
}

function newestEvent(block: ReplayedEntry['block']): string | undefined {
  const events = own(block, 'events');
  const last: unknown = Array.isArray(events) ? events.at(-1) : undefined;
  const id = isObject(last) ? own(last, 'id') : undefined;
  return typeof id === 'string' ? id : undefined;
}
