import { tryWithAdvisoryLock, type Database } from '@galley/database';
import { DomainError, systemActor, Ticker, type Clock, type Logger } from '@galley/kernel';
import {
  submissionLock,
  type DocumentSubmissions,
  type ProposalDecisions,
} from '@galley/proposals';

export interface ProposalIntakeOptions {
  readonly db: Database;
  readonly workspaceId: string;
  readonly submissions: DocumentSubmissions;
  readonly decisions: ProposalDecisions;
  /** So that the next patch applies to the current state. */
  readonly commitTree: () => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const maxNoteLength = 2_000;

/** Runs in one process at a time; the next run resumes interrupted work. */
export class ProposalIntake {
  readonly #options: ProposalIntakeOptions;

  readonly loop: Ticker;

  constructor(options: ProposalIntakeOptions) {
    this.#options = options;
    const { clock, logger } = options;
    const run = (): Promise<void> => this.submitDue();
    this.loop = new Ticker({ id: 'proposal-intake', everyMs: 1_000, clock, logger, run });
  }

  async submitDue(): Promise<void> {
    const { db, workspaceId, submissions } = this.#options;
    if (!(await submissions.hasDue(workspaceId))) return;
    await tryWithAdvisoryLock(db, submissionLock, async () => {
      await submissions.submitDue(workspaceId);
      const refused = await submissions.listRefused(workspaceId);
      if (refused.length > 0) await this.#options.commitTree();
      for (const one of refused) await this.#sendBack(one);
    });
  }

  async #sendBack(refused: {
    readonly proposalId: string;
    readonly patchSha256: string;
    readonly refusal: string;
  }): Promise<void> {
    const { workspaceId, decisions, logger } = this.#options;
    const { proposalId, patchSha256, refusal } = refused;
    const by = { username: systemActor.username, address: '', requestId: '' };
    const note = refusal.slice(0, maxNoteLength);
    const command = { workspaceId, proposalId, patchSha256, note, by };
    try {
      await decisions.decide({ ...command, decision: 'request_revision' });
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
      logger.info('proposal not returned to its agent', {
        proposal_id: proposalId,
        why: error.message,
      });
    }
  }
}
