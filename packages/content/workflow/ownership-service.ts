import { decideAssignment, mayReview } from '@galley/editorial';
import { DomainError, type Actor } from '@galley/kernel';
import type { Step } from './compose-change.ts';
import type { EditorialServiceOptions } from './editorial-service.ts';
import { OwnershipReadModel } from '../store/ownership-read-model.ts';
import { requireReadableText } from '../document/readable-text.ts';
import type { ReconciledDocument } from '../store/reconciled-document.ts';

const batchSize = 100;

interface Transfer {
  readonly actor: Actor;
  readonly from: string;
  readonly to: string;
  /** Null when the successor may not review. */
  readonly reviewer: string | null;
}

/** Callers check permissions and whether the successor may own documents. */
export class OwnershipService {
  readonly #options: EditorialServiceOptions;
  readonly #reads: OwnershipReadModel;

  constructor(options: EditorialServiceOptions) {
    this.#options = options;
    this.#reads = new OwnershipReadModel(options.db);
  }

  /** Owned, written or reviewed (GAP-SET-3). */
  count(username: string): Promise<number> {
    return this.#reads.countOf(username);
  }

  /**
   * Returns the number of documents (GAP-SET-3). Can be repeated after a failure. @throws at the first document that
   * cannot be transferred, with its path in `details.path`; those before it, by path, are transferred
   */
  async transfer(actor: Actor, from: string, to: string): Promise<number> {
    if (from === to) return 0;
    // Before taking locks: waiting for a second connection while holding the first can deadlock the pool.
    const successor = await this.#options.people.find(to);
    const reviewer = successor && mayReview(successor) ? to : null;
    let total = 0;
    // New documents may have appeared behind the pass.
    for (;;) {
      const changed = await this.#pass({ actor, from, to, reviewer });
      if (changed === 0) return total;
      total += changed;
    }
  }

  async #pass(transfer: Transfer): Promise<number> {
    let changed = 0;
    for (let after = ''; ;) {
      const paths = await this.#reads.pathsOf(transfer.from, { after, limit: batchSize });
      for (const path of paths) if (await this.#transferDocument(path, transfer)) changed += 1;
      if (paths.length < batchSize) return changed;
      after = paths.at(-1)!;
    }
  }

  /** False when the document needs no transfer, or is no longer one by the settings. */
  async #transferDocument(path: string, transfer: Transfer): Promise<boolean> {
    const { actor, from } = transfer;
    try {
      const changed = await this.#options.store.tryChange(actor, path, (document) =>
        isInvolved(from, document) ? this.#stepFor(document, transfer) : undefined,
      );
      return changed?.change !== undefined;
    } catch (error) {
      throw error instanceof DomainError ? namingPath(error, path, transfer) : error;
    }
  }

  /** Only the ownership changes, so `last_editor` and `updated_at` stay. */
  #stepFor(
    { indexed, current }: ReconciledDocument,
    { from, to, reviewer: newReviewer }: Transfer,
  ): Step {
    const { requireApproval } = this.#options.settings().editorial;
    const { assignee, reviewer } = indexed.editorial;
    const isOwner = indexed.metadata.author === from;
    const isAssignee = assignee === from;
    const isReviewer = reviewer === from;
    const owner = isOwner ? to : indexed.metadata.author;
    const nextAssignee = isAssignee ? to : assignee;
    const wanted = isReviewer ? newReviewer : reviewer;
    // A document whose only reviewer owns it could never be approved.
    const nextReviewer = [owner, nextAssignee].includes(wanted) ? null : wanted;
    return {
      text: requireReadableText(current),
      decision: decideAssignment({ from: indexed.status, requireApproval }),
      values: isOwner ? { author: to } : {},
      assignment: {
        assignee: nextAssignee,
        reviewer: nextReviewer,
      },
      kind: 'editorial',
      message: describeTransfer(
        { isOwner, isAssignee, isReviewer },
        { from, to, reviewer, nextReviewer },
      ),
    };
  }
}

function isInvolved(
  username: string,
  { indexed: { metadata, editorial } }: ReconciledDocument,
): boolean {
  const { assignee, reviewer } = editorial;
  return [metadata.author, assignee, reviewer].includes(username);
}

function describeTransfer(
  parts: { isOwner: boolean; isAssignee: boolean; isReviewer: boolean },
  {
    from,
    to,
    reviewer,
    nextReviewer,
  }: { from: string; to: string; reviewer: string | null; nextReviewer: string | null },
): string {
  const { isOwner, isAssignee, isReviewer } = parts;
  const given = [
    ...(isOwner ? ['owner'] : []),
    ...(isAssignee ? ['assignee'] : []),
    ...(isReviewer && nextReviewer ? ['reviewer'] : []),
  ].join(' and ');
  const sentences = [
    ...(given
      ? [`${given.replace(/^./, (one) => one.toUpperCase())} changed from ${from} to ${to}`]
      : []),
    ...(reviewer !== null && nextReviewer === null ? [`${reviewer} no longer reviews`] : []),
  ];
  return sentences.join('; ');
}

function namingPath(error: DomainError, path: string, { from, to }: Transfer): DomainError {
  const message = `Transferring ${path} from ${from} to ${to} failed. ${error.message}`;
  return new DomainError(error.definition, message, { ...error.details, path });
}
