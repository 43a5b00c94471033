import { decideAssignment, mayReview } from '@galley/editorial';
import { DomainError, type Actor } from '@galley/kernel';
import type { Step } from './compose-change.ts';
import type { EditorialServiceOptions } from './editorial-service.ts';
import { OwnershipReadModel } from '../store/ownership-read-model.ts';
import { readableText } from '../document/readable-text.ts';
import type { ReconciledDocument } from '../store/reconciled-document.ts';

const batchSize = 100;

interface Transfer {
  readonly actor: Actor;
  readonly from: string;
  readonly to: string;
  /** Who reviews instead; null when the successor may not. */
  readonly reviewer: string | null;
}

/** Whose documents are whose. Who may ask, and who may become an owner, is for the caller to know. */
export class OwnershipService {
  readonly #options: EditorialServiceOptions;
  readonly #reads: OwnershipReadModel;

  constructor(options: EditorialServiceOptions) {
    this.#options = options;
    this.#reads = new OwnershipReadModel(options.db);
  }

  /** How many living documents a user owns, or is assigned to write or to review (GAP-SET-3). */
  count(username: string): Promise<number> {
    return this.#reads.countOf(username);
  }

  /**
   * Hands what one user has to do with documents to another (GAP-SET-3), each under its own lock, and says how many
   * they are; a review goes to nobody when the other may not review. What is handed over is out of the way of the next
   * call, so that one that broke off is simply called again.
   *
   * Throws at the first document that cannot be handed over, with what is in its way (`frontmatter_broken`,
   * `frontmatter_not_editable`, `payload_too_large`, `storage_failed`, `invalid_path`) and its path in the message
   * and in `details.path`; those before it, in the order of their paths, belong to the new owner by then.
   */
  async transfer(actor: Actor, from: string, to: string): Promise<number> {
    if (from === to) return 0;
    // Before the locks: whoever holds a connection must not wait for another.
    const successor = await this.#options.people.find(to);
    const reviewer = successor && mayReview(successor) ? to : null;
    let total = 0;
    // Again after a pass that changed something: meanwhile there may be new ones, where the pass had been already.
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
      for (const path of paths) if (await this.#handOver(path, transfer)) changed += 1;
      if (paths.length < batchSize) return changed;
      after = paths.at(-1)!;
    }
  }

  /** False when there is nothing to hand over (any more), or the site's settings no longer make this a document. */
  async #handOver(path: string, transfer: Transfer): Promise<boolean> {
    const { actor, from } = transfer;
    try {
      const changed = await this.#options.store.tryChange(actor, path, (document) =>
        has(from, document) ? this.#stepFor(document, transfer) : undefined,
      );
      return changed?.change !== undefined;
    } catch (error) {
      throw error instanceof DomainError ? namingPath(error, path, transfer) : error;
    }
  }

  /** Only who has it changes, so `last_editor` and `updated_at` stay. */
  #stepFor(
    { indexed, current }: ReconciledDocument,
    { from, to, reviewer: newReviewer }: Transfer,
  ): Step {
    const { requireApproval } = this.#options.settings().editorial;
    const { assignee, reviewer } = indexed.editorial;
    const isOwner = indexed.metadata.author === from;
    const isAssignee = assignee === from;
    const isReviewer = reviewer === from;
    return {
      text: readableText(current),
      decision: decideAssignment({ from: indexed.status, requireApproval }),
      values: isOwner ? { author: to } : {},
      assignment: {
        assignee: isAssignee ? to : assignee,
        reviewer: isReviewer ? newReviewer : reviewer,
      },
      kind: 'editorial',
      message: handedOver({ isOwner, isAssignee, isReviewer }, { from, to, newReviewer }),
    };
  }
}

function has(username: string, { indexed: { metadata, editorial } }: ReconciledDocument): boolean {
  const { assignee, reviewer } = editorial;
  return [metadata.author, assignee, reviewer].includes(username);
}

/** `Owner and assignee changed from maria to jan`. */
function handedOver(
  parts: { isOwner: boolean; isAssignee: boolean; isReviewer: boolean },
  { from, to, newReviewer }: { from: string; to: string; newReviewer: string | null },
): string {
  const { isOwner, isAssignee, isReviewer } = parts;
  const given = [
    ...(isOwner ? ['owner'] : []),
    ...(isAssignee ? ['assignee'] : []),
    ...(isReviewer && newReviewer ? ['reviewer'] : []),
  ].join(' and ');
  const sentences = [
    ...(given
      ? [`${given.replace(/^./, (one) => one.toUpperCase())} changed from ${from} to ${to}`]
      : []),
    ...(isReviewer && !newReviewer ? [`${from} no longer reviews`] : []),
  ];
  return sentences.join('; ');
}

function namingPath(error: DomainError, path: string, { from, to }: Transfer): DomainError {
  const message = `Handing over ${path} from ${from} to ${to} was not finished. ${error.message}`;
  return new DomainError(error.definition, message, { ...error.details, path });
}
