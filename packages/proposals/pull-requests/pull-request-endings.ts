import type { Database, Transaction } from '@galley/database';
import { systemActor, type AuditLog, type Clock } from '@galley/kernel';
import {
  isActiveProposal,
  readPatch,
  RunEventRepository,
  runProblems,
  type NewRunEvent,
} from '@galley/runcoord';
import { ApplicationRepository } from '../application-repository.ts';
import { DecidedProposalRepository, type DecidedProposal } from '../decided-proposal-repository.ts';
import { recordDecision } from '../decision-records.ts';
import type { ProposalDecisions } from '../proposal-decisions.ts';
import type { PullRequestRepository, StoredPullRequest } from './pull-request-repository.ts';
import type { PullRequestSubject } from './pull-request-subject-read-model.ts';
import { RemoteFailure } from './remote-failure.ts';
import type { Closing, PullRequest, PullRequestApi } from './remote.ts';

export interface PullRequestEndingsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly auditIn: (transaction: Transaction) => AuditLog;
  readonly workspaceId: string;
  readonly decisions: ProposalDecisions;
  readonly contentPrefix: string | undefined;
  readonly rowsIn: (db: Database | Transaction) => PullRequestRepository;
}

const maxNoteLength = 2_000;

const byItself = { username: systemActor.username, address: '', requestId: '' };

/** Ends proposals whose pull requests are merged or closed, and the reverse (ADD-RUN-25). */
export class PullRequestEndings {
  readonly #options: PullRequestEndingsOptions;

  constructor(options: PullRequestEndingsOptions) {
    this.#options = options;
  }

  /**
   * Never an approval: a proposal with documents stays in review until people approve them here (decision 0044). One
   * with a newer patch stays in review, too.
   */
  async recordMerge(
    row: StoredPullRequest,
    subject: PullRequestSubject,
    { url, mergedBy }: PullRequest,
  ): Promise<void> {
    const { db, workspaceId, clock, auditIn } = this.#options;
    const at = clock.now();
    const note = `Merged${mergedBy === undefined ? '' : ` by ${mergedBy}`}: ${url}`;
    await db.transaction().execute(async (transaction) => {
      const proposals = new DecidedProposalRepository(transaction);
      await proposals.lock(subject.id);
      const proposal = (await proposals.find(workspaceId, subject.id))!;
      if (await new ApplicationRepository(transaction).isProposalApplying(subject.id))
        throw runProblems.proposal_applying('The proposal is being accepted. Try again shortly.');
      const rows = this.#options.rowsIn(transaction);
      const isActive = isActiveProposal(proposal.status);
      const isShown = proposal.patch?.sha256 === row.patchSha256;
      const problem = isActive ? this.#openAfterMerge(proposal, isShown) : undefined;
      if (!(await rows.end(subject.id, { state: 'merged', problem, at }))) return;
      if (!isActive || problem !== undefined)
        return this.#tellEnd(transaction, subject, { ...row, state: 'merged' });
      const decision = { decision: 'merge', by: byItself, at, note } as const;
      const patchSha256 = proposal.patch!.sha256;
      await recordDecision(
        transaction,
        { workspaceId, proposal, patchSha256, ...decision },
        { auditIn },
      );
    });
  }

  #openAfterMerge(proposal: DecidedProposal, isShown: boolean): string | undefined {
    if (!isShown)
      return 'The pull request was merged with an earlier patch; decide on this one here.';
    if (!changesContent(proposal, this.#options.contentPrefix)) return undefined;
    return 'The pull request was merged. The documents of the site still need an approval here.';
  }

  /** The rejection comes first: if the process dies in between, the next one finds it made. */
  async recordClosing(
    row: StoredPullRequest,
    subject: PullRequestSubject,
    api: PullRequestApi,
  ): Promise<void> {
    const { decisions, workspaceId, db, clock } = this.#options;
    const { by, comment } = await findClosing(api, row.number!);
    const isShown = subject.patch?.sha256 === row.patchSha256;
    if (isActiveProposal(subject.status) && isShown) {
      const who = by === undefined ? '' : ` by ${by}`;
      const said = comment === undefined ? '' : `\n\n${comment}`;
      const note = `The pull request ${row.url} was closed${who}.${said}`.slice(0, maxNoteLength);
      const patchSha256 = row.patchSha256;
      const reject = { decision: 'reject', patchSha256, note, by: byItself } as const;
      await decisions.decide({ workspaceId, proposalId: subject.id, ...reject });
    }
    const problem =
      isActiveProposal(subject.status) && !isShown
        ? 'The pull request was closed with an earlier patch; decide on this one here.'
        : undefined;
    await db.transaction().execute(async (transaction) => {
      const at = clock.now();
      if (await this.#options.rowsIn(transaction).end(subject.id, { state: 'closed', problem, at }))
        await this.#tellEnd(transaction, subject, { ...row, state: 'closed' });
    });
  }

  /** Closes the pull request of a rejected or withdrawn proposal. True if nothing is left to follow. */
  async withdraw(
    row: StoredPullRequest,
    subject: PullRequestSubject,
    api: PullRequestApi,
  ): Promise<boolean> {
    const found = row.number === null ? await api.find(row.branch) : undefined;
    if (found) await this.#options.rowsIn(this.#options.db).recordFound(row.proposalId, found);
    const number = row.number ?? found?.number;
    // An accepted one can still be merged.
    if (number !== undefined && subject.status === 'accepted') return false;
    if (number !== undefined && (found?.state ?? 'open') === 'open') await api.close(number);
    const { db, clock } = this.#options;
    await db.transaction().execute(async (transaction) => {
      const at = clock.now();
      await this.#options.rowsIn(transaction).end(subject.id, { state: 'closed', at });
      if (number !== undefined)
        await this.#tellEnd(transaction, subject, { ...row, state: 'closed' });
    });
    return true;
  }

  #tellEnd(
    transaction: Transaction,
    subject: PullRequestSubject,
    { number, url, state }: Pick<StoredPullRequest, 'number' | 'url' | 'state'>,
  ): Promise<void> {
    const at = this.#options.clock.now();
    const payload = { number, url, state };
    const type = 'proposal.pull_request_closed';
    return tellPullRequest(transaction, subject, { type, payload, at });
  }
}

/** The token may not be allowed to read comments; the rejection does not depend on them. */
async function findClosing(api: PullRequestApi, number: number): Promise<Closing> {
  try {
    return await api.findClosing(number);
  } catch (error) {
    if (!(error instanceof RemoteFailure) || ![403, 404].includes(error.status ?? 0)) throw error;
    return { by: undefined, comment: undefined };
  }
}

/** Last in the transaction, because it locks the end of the event stream. */
export async function tellPullRequest(
  transaction: Transaction,
  { id, runId }: Pick<PullRequestSubject, 'id' | 'runId'>,
  { payload, ...event }: Omit<NewRunEvent, 'runId'>,
): Promise<void> {
  if (runId === null) return;
  const told = { runId, ...event, payload: { proposal_id: id, ...payload } };
  await new RunEventRepository(transaction).append([told]);
}

export function changesContent({ patch }: DecidedProposal, prefix: string | undefined): boolean {
  if (prefix === undefined || !patch) return false;
  const paths = readPatch(patch.text).flatMap(({ from, to }) => [from, to]);
  return paths.some((path) => path?.startsWith(prefix));
}
