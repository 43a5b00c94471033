import type { Database } from '@galley/database';
import { DomainError, type DomainEvent, type DomainEventType, type Logger } from '@galley/kernel';
import {
  ProposedDocumentRepository,
  type Decision,
  type DraftInReview,
  type ProposalDecisions,
} from '@galley/proposals';

export interface ProposalFollowerOptions {
  readonly db: Database;
  readonly decisions: ProposalDecisions;
  readonly logger: Logger;
}

const followedTypes: readonly DomainEventType[] = [
  'document.approved',
  'document.changes_requested',
  'document.trashed',
  'document.removed',
];

/** A proposal needs all its documents approved. Deciding it raises events that arrive here again without effect. */
export class ProposalFollower {
  readonly #options: ProposalFollowerOptions;
  readonly #drafts: ProposedDocumentRepository;

  constructor(options: ProposalFollowerOptions) {
    this.#options = options;
    this.#drafts = new ProposedDocumentRepository(options.db);
  }

  /** Idempotent: an event may be delivered more than once. */
  async follow(events: readonly DomainEvent[]): Promise<void> {
    for (const event of events) {
      if (!followedTypes.includes(event.type)) continue;
      for (const draft of await this.#drafts.listInReview(Number(event.data['document_id']))) {
        // Events from before the submission concern an earlier draft, such as one of single hunks that was undone.
        if (event.at >= draft.submittedAt) await this.#followOne(event, draft);
      }
    }
  }

  async #followOne(event: DomainEvent, draft: DraftInReview): Promise<void> {
    const { type, actor, data } = event;
    const isAsSubmitted = data['revision'] === draft.revision;
    if (type === 'document.approved' && isAsSubmitted) {
      await this.#drafts.approve(draft, { username: actor, decisionId: null });
      const all = await this.#drafts.list(draft.proposalId);
      if (all.every(({ approvedBy }) => approvedBy !== null)) await this.#accept(event, draft);
      return;
    }
    if (type === 'document.changes_requested') {
      const note = typeof data['note'] === 'string' ? data['note'] : undefined;
      const words = note ?? `A reviewer requested changes of ${draft.path} without a note.`;
      await this.#decide('request_revision', event, { draft, note: words });
      return;
    }
    const what = type === 'document.approved' ? 'was edited before its approval' : 'was deleted';
    await this.#decide('reject', event, { draft, note: `${draft.path} ${what}.` });
  }

  async #accept(event: DomainEvent, draft: DraftInReview): Promise<void> {
    const refusal = await this.#decide('accept', event, { draft, note: undefined });
    if (refusal === undefined) return;
    const note = `The documents were approved, but the patch could not be applied: ${refusal}`;
    await this.#decide('request_revision', event, { draft, note });
  }

  /** Returns why the decision failed; `undefined` also when another decision came first. */
  async #decide(
    decision: Decision,
    { actor }: DomainEvent,
    { draft, note }: { readonly draft: DraftInReview; readonly note: string | undefined },
  ): Promise<string | undefined> {
    const { proposalId, patchSha256, workspaceId } = draft;
    const by = { username: actor, address: '', requestId: '' };
    try {
      const command = { workspaceId, proposalId, decision, patchSha256, note, by };
      await this.#options.decisions.decide(command);
      return undefined;
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
      const { code, message } = error;
      const about = { proposal_id: proposalId, decision, code, why: message };
      this.#options.logger.info('document decision not applied to its proposal', about);
      return supersededCodes.includes(code) ? undefined : message;
    }
  }
}

const supersededCodes: readonly string[] = [
  'illegal_proposal_decision',
  'patch_changed',
  'proposal_applying',
  'proposal_not_found',
];
