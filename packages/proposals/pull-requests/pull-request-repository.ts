import type { Database, Transaction } from '@galley/database';
import type { PullRequest } from './remote.ts';

export interface StoredPullRequest {
  readonly proposalId: string;
  readonly branch: string;
  /** Commits of Galley for the branch, newest last. */
  readonly commits: readonly string[];
  /** Patch of the newest commit. */
  readonly committedSha256: string | null;
  /** Patch that the pull request shows; null until it is open. */
  readonly patchSha256: string | null;
  readonly number: number | null;
  readonly url: string | null;
  readonly state: 'opening' | 'open' | 'merged' | 'closed';
  readonly problem: string | null;
  readonly attempts: number;
  readonly nextAt: Date;
  readonly etag: string | null;
}

const columns = [
  'proposal_id as proposalId',
  'branch',
  'commits',
  'committed_sha256 as committedSha256',
  'patch_sha256 as patchSha256',
  'number',
  'url',
  'state',
  'problem',
  'attempts',
  'next_at as nextAt',
  'etag',
] as const;

const active = ['opening', 'open'] as const;

/** Pull requests of one workspace on one remote. */
export class PullRequestRepository {
  readonly #db: Database;
  readonly #workspaceId: string;
  readonly #remote: string;

  constructor(
    db: Database | Transaction,
    { workspaceId, remote }: { readonly workspaceId: string; readonly remote: string },
  ) {
    this.#db = db;
    this.#workspaceId = workspaceId;
    this.#remote = remote;
  }

  /** Neither merged nor closed, in the order of their next attempt. */
  listActive(limit: number): Promise<StoredPullRequest[]> {
    return this.#rows().where('state', 'in', active).orderBy('next_at').limit(limit).execute();
  }

  find(proposalId: string): Promise<StoredPullRequest | undefined> {
    return this.#rows().where('proposal_id', '=', proposalId).executeTakeFirst();
  }

  /** Does nothing if the proposal has a pull request, also on another remote. */
  async begin(proposalId: string, branch: string, at: Date): Promise<void> {
    await this.#db
      .insertInto('proposal_pull_requests')
      .values({
        proposal_id: proposalId,
        workspace_id: this.#workspaceId,
        remote: this.#remote,
        branch,
        commits: [],
        committed_sha256: null,
        patch_sha256: null,
        number: null,
        url: null,
        state: 'opening',
        problem: null,
        attempts: 0,
        next_at: at,
        etag: null,
        updated_at: at,
      })
      .onConflict((conflict) => conflict.column('proposal_id').doNothing())
      .execute();
  }

  /** Before the push, so that a crash leaves no unknown commit on the branch. */
  async planCommit(
    proposalId: string,
    { commits, patchSha256 }: { readonly commits: readonly string[]; readonly patchSha256: string },
  ): Promise<void> {
    await this.#update(proposalId)
      .set({ commits: [...commits], committed_sha256: patchSha256 })
      .execute();
  }

  async recordOpen(
    proposalId: string,
    { number, url }: PullRequest,
    { patchSha256, at }: { readonly patchSha256: string; readonly at: Date },
  ): Promise<void> {
    await this.#update(proposalId)
      .set({ number, url, state: 'open', patch_sha256: patchSha256, etag: null, updated_at: at })
      .execute();
  }

  /** The pull request exists, but does not show the newest patch yet. */
  async recordFound(proposalId: string, { number, url }: PullRequest): Promise<void> {
    await this.#update(proposalId).set({ number, url }).execute();
  }

  async recordRead(
    proposalId: string,
    { etag, nextAt }: { readonly etag: string | null; readonly nextAt: Date },
  ): Promise<void> {
    await this.#update(proposalId)
      .set({ etag, next_at: nextAt, attempts: 0, problem: null })
      .execute();
  }

  async recordProblem(
    proposalId: string,
    {
      problem,
      nextAt,
      attempts,
    }: Pick<StoredPullRequest, 'nextAt' | 'attempts'> & {
      readonly problem: string;
    },
  ): Promise<void> {
    await this.#update(proposalId).set({ problem, next_at: nextAt, attempts }).execute();
  }

  /** False if it had ended before. `problem` tells people what is left to do. */
  async end(
    proposalId: string,
    {
      state,
      problem = null,
      at,
    }: {
      readonly state: 'merged' | 'closed';
      readonly problem?: string | null | undefined;
      readonly at: Date;
    },
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#update(proposalId)
      .where('state', 'in', active)
      .set({ state, problem, updated_at: at })
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  #rows() {
    return this.#db
      .selectFrom('proposal_pull_requests')
      .select(columns)
      .where('workspace_id', '=', this.#workspaceId)
      .where('remote', '=', this.#remote);
  }

  #update(proposalId: string) {
    return this.#db.updateTable('proposal_pull_requests').where('proposal_id', '=', proposalId);
  }
}
