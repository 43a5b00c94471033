import { withFreeAdvisoryLock, type Database } from '@galley/database';
import { DomainError, systemActor, type Clock, type Logger, type Loop } from '@galley/kernel';
import type { DocumentSubmissions, ProposalDecisions } from '@galley/proposals';

export interface ProposalIntakeOptions {
  readonly db: Database;
  readonly workspaceId: string;
  readonly submissions: DocumentSubmissions;
  readonly decisions: ProposalDecisions;
  /** Brings what is in the content tree into the repository, so that the next patch can be to what there is. */
  readonly commitTree: () => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const pauseMilliseconds = 1_000;
const noteLength = 2_000;

/**
 * Brings proposals about documents into the editorial workflow, from one process of all; and sends those back that
 * cannot be, with what the agent has to do about it. What died in between goes on at the next look.
 */
export class ProposalIntake implements Loop {
  readonly #options: ProposalIntakeOptions;
  #stopped: Promise<void> = Promise.resolve();

  constructor(options: ProposalIntakeOptions) {
    this.#options = options;
  }

  get stopped(): Promise<void> {
    return this.#stopped;
  }

  start(signal: AbortSignal): void {
    this.#stopped = this.#run(signal);
  }

  /** Takes in what there is, unless another process is at it. */
  async takeIn(): Promise<void> {
    const { db, workspaceId, submissions } = this.#options;
    if (!(await submissions.isSomethingDue(workspaceId))) return;
    await withFreeAdvisoryLock(db, 'proposals about documents', async () => {
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
    const note = refusal.slice(0, noteLength);
    const command = { workspaceId, proposalId, patchSha256, note, by };
    try {
      await decisions.decide({ ...command, decision: 'request_revision' });
    } catch (error) {
      // Somebody has decided on it, or made it anew, meanwhile.
      if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
      logger.info('a proposal was not sent back', { proposal_id: proposalId, why: error.message });
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#options;
    let isFailing = false;
    while (!signal.aborted) {
      try {
        await this.takeIn();
        isFailing = false;
      } catch (error) {
        // Once, and not each time for as long as the database or the repository is away.
        if (!isFailing)
          logger.error('proposals about documents are not taken in; trying again', {
            error: String(error),
          });
        isFailing = true;
      }
      await clock.sleep(pauseMilliseconds, signal);
    }
  }
}
