import { tryWithAdvisoryLock, type Database, type Transaction } from '@galley/database';
import { DomainError, systemActor, type AuditLog, type Clock, type Logger } from '@galley/kernel';
import {
  isActiveProposal,
  isReadyForPeople,
  readPatch,
  RunEventRepository,
  VotePolicyReadModel,
  type RunEventType,
  type VotePolicy,
} from '@galley/runcoord';
import { DecidedProposalRepository } from '../decided-proposal-repository.ts';
import { recordDecision } from '../decision-records.ts';
import type { ProposalDecisions } from '../proposal-decisions.ts';
import { SubmissionRepository } from '../submission-repository.ts';
import type { WorkspaceRepository } from '../workspace-repository.ts';
import { branchName } from './branch-commit.ts';
import { GitHub } from './github.ts';
import { GitLab } from './gitlab.ts';
import { HttpsBranches } from './https-branches.ts';
import { publishProposal } from './publish-proposal.ts';
import { PullRequestRepository, type StoredPullRequest } from './pull-request-repository.ts';
import {
  PullRequestSubjectReadModel,
  type PullRequestSubject,
} from './pull-request-subject-read-model.ts';
import { quoteRemote, RemoteFailure } from './remote-failure.ts';
import { remoteKey, type PullRequest, type PullRequestApi, type RemoteRepository } from './remote.ts';
import { SshBranches } from './ssh-branches.ts';

export interface PullRequestsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly auditIn: (transaction: Transaction) => AuditLog;
  readonly workspaceId: string;
  readonly repository: WorkspaceRepository;
  readonly decisions: ProposalDecisions;
  readonly remote: RemoteRepository;
  /** Recipes may replace it. */
  readonly policy: VotePolicy;
  /** Path of the content tree in the repository, with a trailing slash or empty; undefined if it is elsewhere. */
  readonly contentPrefix: string | undefined;
  /** Address of a proposal in the admin. */
  readonly addressOf: (proposalId: string) => string;
}

const batchSize = 200;
const followMs = 60_000;
const retryMs = 30_000;
const maxRetryMs = 3_600_000;
const maxNoteLength = 2_000;

const byItself = { username: systemActor.username, address: '', requestId: '' };

/**
 * Pull requests of proposals whose recipe has `result: pull_request` (ADD-RUN-23 to ADD-RUN-26). One process at a time
 * pushes, opens and follows them. A failure is stored with the proposal and retried with growing pauses.
 */
export class PullRequests {
  readonly #options: PullRequestsOptions;
  readonly #rows: PullRequestRepository;

  constructor(options: PullRequestsOptions) {
    this.#options = options;
    this.#rows = this.#rowsIn(options.db);
  }

  async runDue(signal: AbortSignal): Promise<void> {
    const { db, workspaceId } = this.#options;
    if ((await this.#listDue()).length === 0) return;
    await tryWithAdvisoryLock(db, `pull requests ${workspaceId}`, async () => {
      for (const due of await this.#listDue()) {
        if (signal.aborted) return;
        await this.#process(due, signal);
      }
    });
  }

  /** New patches at once, others at their next attempt. */
  async #listDue(): Promise<Due[]> {
    const { clock } = this.#options;
    const ready = await this.#listReady();
    const active = await this.#rows.listActive(batchSize);
    const now = clock.now();
    const known = active
      .map((row) => ({ proposalId: row.proposalId, row, readySha256: ready.get(row.proposalId) }))
      .filter(({ row, readySha256 }) => {
        const isNew = readySha256 !== undefined && readySha256 !== row.patchSha256;
        return row.nextAt <= now || (isNew && row.attempts === 0);
      });
    const unknown: Due[] = [];
    for (const [proposalId, readySha256] of ready)
      if (!active.some((row) => row.proposalId === proposalId))
        unknown.push({ proposalId, row: await this.#rows.find(proposalId), readySha256 });
    return [...known, ...unknown.filter(({ row }) => row === undefined)];
  }

  /** Newest patches that are checked, voted on and, if they change documents, in review. */
  async #listReady(): Promise<Map<string, string>> {
    const { db, workspaceId, policy, contentPrefix } = this.#options;
    const judged = await new VotePolicyReadModel(db).listForPullRequests(workspaceId, batchSize);
    const submissions = new SubmissionRepository(db);
    const ready = new Map<string, string>();
    for (const one of judged) {
      if (!isReadyForPeople(one.votes ?? policy, one)) continue;
      const { proposalId, patchSha256 } = one;
      const isSubmitted =
        contentPrefix === undefined ||
        (await submissions.find(proposalId, patchSha256))?.refusal === null;
      if (isSubmitted) ready.set(proposalId, patchSha256);
    }
    return ready;
  }

  async #process({ proposalId, readySha256 }: Due, signal: AbortSignal): Promise<void> {
    const { db, workspaceId, clock, logger } = this.#options;
    const subject = await new PullRequestSubjectReadModel(db).find(workspaceId, proposalId);
    if (!subject) return;
    await this.#rows.begin(proposalId, branchName(subject.runId ?? '', proposalId), clock.now());
    const row = await this.#rows.find(proposalId);
    // The proposal has a pull request on another remote.
    if (!row) return;
    try {
      await this.#advance({ row, subject, readySha256 }, signal);
    } catch (error) {
      if (signal.aborted) return;
      const isExpected = error instanceof RemoteFailure || error instanceof DomainError;
      logger[isExpected ? 'warn' : 'error']('pull request of a proposal failed', {
        proposal_id: proposalId,
        error: isExpected ? error.message : String((error as Error).stack),
      });
      await this.#recordFailure(row, subject, error);
    }
  }

  async #advance({ row, subject, readySha256 }: Work, signal: AbortSignal): Promise<void> {
    const api = this.#api(signal);
    if (row.number !== null && (await this.#follow(row, subject, api))) return;
    const isActive = isActiveProposal(subject.status);
    if (!isActive && (await this.#withdraw(row, subject, api))) return;
    const isNew = readySha256 !== row.patchSha256 && readySha256 === subject.patch?.sha256;
    if (readySha256 !== undefined && isNew) await this.#publish(row, subject, { api, signal });
    else if (row.number === null) await this.#wait(row);
  }

  /** The patch is no longer ready, such as after a requested revision. */
  async #wait({ proposalId }: StoredPullRequest): Promise<void> {
    const nextAt = new Date(this.#options.clock.now().getTime() + followMs);
    await this.#rows.recordRead(proposalId, { etag: null, nextAt });
  }

  async #publish(
    row: StoredPullRequest,
    subject: PullRequestSubject,
    { api, signal }: { readonly api: PullRequestApi; readonly signal: AbortSignal },
  ): Promise<void> {
    const { remote, workspaceId, repository: workspace, addressOf, clock } = this.#options;
    const { patch, id } = subject;
    const repository = await workspace.open(workspaceId);
    if (!repository || !patch) return;
    const isSsh = remote.deployKeyFile !== undefined;
    const branches = new (isSsh ? SshBranches : HttpsBranches)(remote, signal);
    const publication = {
      remote,
      api,
      branches,
      repository,
      rows: this.#rows,
      address: addressOf(id),
      changesContent: this.#changesContent(subject),
    };
    const opened = await publishProposal(row, { ...subject, patch }, publication);
    await this.#recordOpened(row, subject, opened);
    const nextAt = new Date(clock.now().getTime() + (opened.state === 'open' ? followMs : 0));
    await this.#rows.recordRead(id, { etag: null, nextAt });
  }

  async #recordOpened(
    row: StoredPullRequest,
    subject: PullRequestSubject,
    opened: PullRequest,
  ): Promise<void> {
    const { db, clock } = this.#options;
    const at = clock.now();
    const patchSha256 = subject.patch!.sha256;
    await db.transaction().execute(async (transaction) => {
      await this.#rowsIn(transaction).recordOpen(subject.id, opened, { patchSha256, at });
      const type =
        row.patchSha256 === null
          ? 'proposal.pull_request_opened'
          : 'proposal.pull_request_updated';
      const { number, url } = opened;
      await this.#tell(transaction, subject, { type, payload: { number, url, patch_sha256: patchSha256 } });
    });
  }

  /** True once the pull request has ended. */
  async #follow(
    row: StoredPullRequest,
    subject: PullRequestSubject,
    api: PullRequestApi,
  ): Promise<boolean> {
    const { clock } = this.#options;
    const read = await api.read(row.number!, row.etag);
    const nextAt = new Date(clock.now().getTime() + followMs);
    const { pullRequest, etag } = read ?? { pullRequest: undefined, etag: row.etag };
    if (!pullRequest || pullRequest.state === 'open') {
      await this.#rows.recordRead(row.proposalId, { etag, nextAt });
      return false;
    }
    if (pullRequest.state === 'merged') await this.#recordMerge(row, subject, pullRequest);
    else await this.#recordClosing(row, subject, api);
    return true;
  }

  /**
   * Never an approval: a proposal with documents stays in review until people approve them here (decision 0044). One
   * with a newer patch stays in review, too.
   */
  async #recordMerge(
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
      const rows = this.#rowsIn(transaction);
      const isActive = isActiveProposal(proposal.status);
      const isShown = proposal.patch?.sha256 === row.patchSha256;
      const problem = isActive ? this.#openAfterMerge(subject, isShown) : undefined;
      if (!(await rows.end(subject.id, { state: 'merged', problem, at }))) return;
      if (!isActive || problem !== undefined) return this.#tellEnd(transaction, subject, row, 'merged');
      const decision = { decision: 'merge', by: byItself, at, note } as const;
      const patchSha256 = proposal.patch!.sha256;
      await recordDecision(transaction, { workspaceId, proposal, patchSha256, ...decision }, { auditIn });
    });
  }

  #openAfterMerge(subject: PullRequestSubject, isShown: boolean): string | undefined {
    if (!isShown) return 'The pull request was merged with an earlier patch; decide on this one here.';
    if (!this.#changesContent(subject)) return undefined;
    return 'The pull request was merged. The documents of the site still need an approval here.';
  }

  /** The rejection comes first: if the process dies in between, the next one finds it made. */
  async #recordClosing(
    row: StoredPullRequest,
    subject: PullRequestSubject,
    api: PullRequestApi,
  ): Promise<void> {
    const { decisions, workspaceId, db, clock } = this.#options;
    const { by, comment } = await api.findClosing(row.number!);
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
      if (await this.#rowsIn(transaction).end(subject.id, { state: 'closed', problem, at }))
        await this.#tellEnd(transaction, subject, row, 'closed');
    });
  }

  /** Closes the pull request of a rejected or withdrawn proposal. True if nothing is left to follow. */
  async #withdraw(
    row: StoredPullRequest,
    subject: PullRequestSubject,
    api: PullRequestApi,
  ): Promise<boolean> {
    const found = row.number === null ? await api.find(row.branch) : undefined;
    if (found) await this.#rows.recordFound(row.proposalId, found);
    const number = row.number ?? found?.number;
    // An accepted one can still be merged.
    if (number !== undefined && subject.status === 'accepted') return false;
    if (number !== undefined && (found?.state ?? 'open') === 'open') await api.close(number);
    const { db, clock } = this.#options;
    await db.transaction().execute(async (transaction) => {
      const at = clock.now();
      await this.#rowsIn(transaction).end(subject.id, { state: 'closed', at });
      if (number !== undefined) await this.#tellEnd(transaction, subject, row, 'closed');
    });
    return true;
  }

  async #recordFailure(
    row: StoredPullRequest,
    subject: PullRequestSubject,
    error: unknown,
  ): Promise<void> {
    const { db, clock, remote } = this.#options;
    const attempts = row.attempts + 1;
    const pauseMs = Math.min(retryMs * 2 ** (attempts - 1), maxRetryMs);
    const askedMs = error instanceof RemoteFailure ? (error.retryAfterMs ?? 0) : 0;
    const nextAt = new Date(clock.now().getTime() + Math.max(pauseMs, askedMs));
    const problem = sentenceOf(error, remote.token);
    await db.transaction().execute(async (transaction) => {
      await this.#rowsIn(transaction).recordProblem(subject.id, { problem, nextAt, attempts });
      if (problem === row.problem) return;
      const type = 'proposal.pull_request_failed';
      await this.#tell(transaction, subject, { type, payload: { problem } });
    });
  }

  #tellEnd(
    transaction: Transaction,
    subject: PullRequestSubject,
    { number, url }: StoredPullRequest,
    state: 'merged' | 'closed',
  ): Promise<void> {
    const payload = { number, url, state };
    return this.#tell(transaction, subject, { type: 'proposal.pull_request_closed', payload });
  }

  /** Last in the transaction, because it locks the end of the event stream. */
  async #tell(
    transaction: Transaction,
    { id, runId }: PullRequestSubject,
    { type, payload }: { readonly type: RunEventType; readonly payload: object },
  ): Promise<void> {
    if (runId === null) return;
    const at = this.#options.clock.now();
    const event = { runId, type, payload: { proposal_id: id, ...payload }, at };
    await new RunEventRepository(transaction).append([event]);
  }

  #changesContent({ patch }: PullRequestSubject): boolean {
    const { contentPrefix: prefix } = this.#options;
    if (prefix === undefined || !patch) return false;
    const paths = readPatch(patch.text).flatMap(({ from, to }) => [from, to]);
    return paths.some((path) => path?.startsWith(prefix));
  }

  #api(signal: AbortSignal): PullRequestApi {
    const { remote } = this.#options;
    return new (remote.kind === 'github' ? GitHub : GitLab)(remote, signal);
  }

  #rowsIn(db: Database | Transaction): PullRequestRepository {
    const { workspaceId, remote } = this.#options;
    return new PullRequestRepository(db, { workspaceId, remote: remoteKey(remote) });
  }
}

function sentenceOf(error: unknown, token: string | undefined): string {
  if (error instanceof RemoteFailure) return error.message;
  if (error instanceof DomainError) return quoteRemote(error.message, token);
  return 'An unexpected error, which the log of the content server names.';
}

interface Due {
  readonly proposalId: string;
  readonly row: StoredPullRequest | undefined;
  /** Newest patch, if it is ready for people. */
  readonly readySha256: string | undefined;
}

interface Work {
  readonly row: StoredPullRequest;
  readonly subject: PullRequestSubject;
  readonly readySha256: string | undefined;
}
