import { tryWithAdvisoryLock, type Database } from '@galley/database';
import { DomainError, systemActor, type Clock, type Logger } from '@galley/kernel';
import {
  ProposalCheckRepository,
  readPatch,
  reasonsToReturn,
  RunEventRepository,
  VotePolicyReadModel,
  type CheckResult,
  type ChosenChecks,
  type DueChecks,
  type JudgedProposal,
  type VotePolicy,
} from '@galley/runcoord';
import { DecidedProposalRepository, type DecidedPatch } from '../decided-proposal-repository.ts';
import type { PatchedFile } from '../patched-files.ts';
import type { ProposalDecisions } from '../proposal-decisions.ts';
import type { Snapshot } from '../snapshot.ts';
import { applyToBase, type WorkspaceRepository } from '../workspace-repository.ts';

/** A patch on its base. */
export interface PatchToCheck {
  readonly base: Snapshot;
  readonly files: readonly PatchedFile[];
}

/** Carries out the chosen checks. Omits those that do not concern the patch. */
export type RunChecks = (
  patch: PatchToCheck,
  chosen: ChosenChecks,
  signal: AbortSignal,
) => Promise<readonly CheckResult[]>;

export interface ProposalChecksOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly workspaceId: string;
  readonly repository: WorkspaceRepository;
  readonly decisions: ProposalDecisions;
  readonly runChecks: RunChecks;
  /** Recipes may replace it. */
  readonly policy: VotePolicy;
}

const batchSize = 50;

/** A patch that ends the process each time is not checked for ever. */
const maxAttempts = 3;

const maxNoteLength = 2_000;

/**
 * Checks the newest patch of each undecided proposal once, one after the other, in one process at a time. Results
 * commit together with the end of the attempt, so a crash repeats the whole attempt.
 */
export class ProposalChecks {
  readonly #options: ProposalChecksOptions;
  readonly #repository: ProposalCheckRepository;
  readonly #policy: VotePolicyReadModel;

  constructor(options: ProposalChecksOptions) {
    this.#options = options;
    this.#repository = new ProposalCheckRepository(options.db);
    this.#policy = new VotePolicyReadModel(options.db);
  }

  async runDue(signal: AbortSignal): Promise<void> {
    const { db, workspaceId } = this.#options;
    const [due, judged] = await Promise.all([
      this.#repository.listDue(workspaceId, 1),
      this.#policy.list(workspaceId, batchSize),
    ]);
    if (due.length === 0 && !judged.some((one) => this.#reasonsFor(one).length > 0)) return;
    await tryWithAdvisoryLock(db, `checks of proposals ${workspaceId}`, async () => {
      await this.#returnDue();
      for (const one of await this.#repository.listDue(workspaceId, batchSize)) {
        if (signal.aborted) return;
        await this.#check(one, signal);
        await this.#returnDue();
      }
    });
  }

  async #check(due: DueChecks, signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#options;
    const attempt = await this.#repository.claim(due, clock.now());
    if (attempt === 0) return;
    const results = attempt > maxAttempts ? [interrupted] : await this.#resultsOf(due, signal);
    if (signal.aborted) return this.#repository.release(due);
    const { proposalId, patchSha256, runId } = due;
    await db.transaction().execute(async (transaction) => {
      const at = clock.now();
      const isFirst = await new ProposalCheckRepository(transaction).finish(due, results, at);
      if (!isFirst || runId === null) return;
      const failed = results.filter(({ outcome }) => outcome !== 'pass').map(({ name }) => name);
      const payload = {
        proposal_id: proposalId,
        patch_sha256: patchSha256,
        checks: results.length,
        failed,
      };
      const events = new RunEventRepository(transaction);
      await events.append([{ runId, type: 'proposal.checked', payload, at }]);
    });
  }

  async #resultsOf(
    { proposalId, patchSha256, chosen }: DueChecks,
    signal: AbortSignal,
  ): Promise<readonly CheckResult[]> {
    const { db, workspaceId, runChecks } = this.#options;
    const proposal = await new DecidedProposalRepository(db).find(workspaceId, proposalId);
    // A newer patch has its own checks.
    if (proposal?.patch?.sha256 !== patchSha256) return [];
    const patch = await this.#apply(proposal.patch);
    if (patch === undefined) return [];
    return 'outcome' in patch ? [patch] : runChecks(patch, chosen, signal);
  }

  /** Undefined without a repository. */
  async #apply({
    baseRevision,
    text,
  }: DecidedPatch): Promise<PatchToCheck | CheckResult | undefined> {
    const { repository: workspace, workspaceId } = this.#options;
    try {
      const repository = await workspace.open(workspaceId);
      return repository && (await applyToBase(repository, baseRevision, readPatch(text)));
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
      return { name: 'patch', outcome: 'error', detail: error.message };
    }
  }

  #reasonsFor(one: JudgedProposal): string[] {
    return reasonsToReturn(one.votes ?? this.#options.policy, one);
  }

  async #returnDue(): Promise<void> {
    for (const one of await this.#policy.list(this.#options.workspaceId, batchSize)) {
      const reasons = this.#reasonsFor(one);
      if (reasons.length > 0) await this.#return(one, noteFor(reasons, one));
    }
  }

  /** Marked first: if the process dies in between, a person sees the proposal, and no patch is returned twice. */
  async #return({ proposalId, patchSha256 }: JudgedProposal, note: string): Promise<void> {
    const { workspaceId, decisions, clock, logger } = this.#options;
    if (!(await this.#repository.markReturned({ proposalId, patchSha256 }, clock.now()))) return;
    const by = { username: systemActor.username, address: '', requestId: '' };
    const command = { workspaceId, proposalId, patchSha256, note, by };
    try {
      await decisions.decide({ ...command, decision: 'request_revision' });
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
      const about = { proposal_id: proposalId, why: error.message };
      logger.info('proposal not returned to its agent', about);
    }
  }
}

const interrupted: CheckResult = {
  name: 'checks',
  outcome: 'error',
  detail: `The server stopped during each of ${maxAttempts} attempts to check this patch.`,
};

function noteFor(reasons: readonly string[], { details, rejecting }: JudgedProposal): string {
  const parts = [
    ...reasons,
    ...rejecting.map(({ agentId, comment }) => (comment === '' ? '' : `${agentId}: ${comment}`)),
    ...details.map(({ name, detail }) => `${name}:\n${detail}`),
  ];
  const note = parts.filter((part) => part !== '').join('\n\n');
  return note.length > maxNoteLength ? `${note.slice(0, maxNoteLength - 1)}…` : note;
}
