import { tryWithAdvisoryLock, type Database, type Transaction } from '@galley/database';
import { DomainError, type AuditLog, type Clock, type Logger } from '@galley/kernel';
import {
  isActiveProposal,
  isReadyForPeople,
  VotePolicyReadModel,
  type VotePolicy,
} from '@galley/runcoord';
import type { ProposalDecisions } from '../proposal-decisions.ts';
import { SubmissionRepository } from '../submission-repository.ts';
import type { WorkspaceRepository } from '../workspace-repository.ts';
import { branchName } from './branch-commit.ts';
import { openApi, openBranches } from './open-remote.ts';
import { changesContent, PullRequestEndings, tellPullRequest } from './pull-request-endings.ts';
import { PullRequestReviews } from './pull-request-reviews.ts';
import { publishProposal } from './publish-proposal.ts';
import { PullRequestRepository, type StoredPullRequest } from './pull-request-repository.ts';
import {
  PullRequestSubjectReadModel,
  type PullRequestSubject,
} from './pull-request-subject-read-model.ts';
import { RemoteFailure, sentenceOf } from './remote-failure.ts';
import {
  remoteKey,
  type PullRequest,
  type PullRequestApi,
  type RemoteRepository,
} from './remote.ts';

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

/**
 * Pull requests of proposals whose recipe has `result: pull_request` (ADD-RUN-23 to ADD-RUN-26, ADD-RUN-31). One process at a time
 * pushes, opens and follows them. A failure is stored with the proposal and retried with growing pauses.
 */
export class PullRequests {
  readonly #options: PullRequestsOptions;
  readonly #rowsIn: (db: Database | Transaction) => PullRequestRepository;
  readonly #rows: PullRequestRepository;
  readonly #endings: PullRequestEndings;
  readonly #reviews: PullRequestReviews;

  constructor(options: PullRequestsOptions) {
    this.#options = options;
    const { workspaceId, remote } = options;
    const place = { workspaceId, remote: remoteKey(remote) };
    this.#rowsIn = (db) => new PullRequestRepository(db, place);
    this.#rows = this.#rowsIn(options.db);
    this.#endings = new PullRequestEndings({ ...options, rowsIn: this.#rowsIn });
    this.#reviews = new PullRequestReviews(options);
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
    const api = openApi(this.#options.remote, signal);
    if (row.number !== null && (await this.#follow(row, subject, api))) return;
    const isActive = isActiveProposal(subject.status);
    if (!isActive && (await this.#endings.withdraw(row, subject, api))) return;
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
    const { remote, workspaceId, repository: workspace, clock } = this.#options;
    const { addressOf, contentPrefix } = this.#options;
    const { patch, id } = subject;
    const repository = await workspace.open(workspaceId);
    if (!repository || !patch) return;
    const branches = openBranches(remote, signal);
    const publication = {
      remote,
      api,
      branches,
      repository,
      rows: this.#rows,
      address: addressOf(id),
      changesContent: changesContent(subject, contentPrefix),
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
        row.patchSha256 === null ? 'proposal.pull_request_opened' : 'proposal.pull_request_updated';
      const { number, url } = opened;
      await tellPullRequest(transaction, subject, {
        type,
        payload: { number, url, patch_sha256: patchSha256 },
        at,
      });
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
      const isRead = !pullRequest || (await this.#reviews.record(row, subject, api));
      await this.#rows.recordRead(row.proposalId, { etag: isRead ? etag : null, nextAt });
      return false;
    }
    if (pullRequest.state === 'merged') await this.#endings.recordMerge(row, subject, pullRequest);
    else await this.#endings.recordClosing(row, subject, api);
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
    const problem =
      sentenceOf(error, remote.token) ??
      'An unexpected error, which the log of the content server names.';
    await db.transaction().execute(async (transaction) => {
      await this.#rowsIn(transaction).recordProblem(subject.id, { problem, nextAt, attempts });
      if (problem === row.problem) return;
      const type = 'proposal.pull_request_failed';
      await tellPullRequest(transaction, subject, { type, payload: { problem }, at: clock.now() });
    });
  }
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
