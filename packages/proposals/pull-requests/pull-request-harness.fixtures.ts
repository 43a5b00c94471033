import { sha256 } from '@galley/kernel';
import { GitRemote, ManualClock } from '@galley/testing';
import { createPatch, ink, ProposalHarness } from '../proposal-harness.fixtures.ts';
import { createPullRequests, type PullRequestParts } from './fixtures.ts';
import type { RemoteRepository } from './remote.ts';

export const never = new AbortController().signal;

/** A repository whose HEAD is on the remote, and a run whose recipe asks for pull requests. */
export class PullRequestHarness implements AsyncDisposable {
  readonly inner: ProposalHarness;
  readonly remote: GitRemote;
  readonly clock = new ManualClock('2026-01-05T05:00:00Z');

  private constructor(inner: ProposalHarness, remote: GitRemote) {
    this.inner = inner;
    this.remote = remote;
  }

  static async open(): Promise<PullRequestHarness> {
    const inner = await ProposalHarness.open();
    const harness = new PullRequestHarness(inner, await GitRemote.open());
    await inner.repository.commit({ 'ink.md': ink, 'notes/pen.md': ink, 'a/b.txt': 'b\n' });
    await harness.remote.receive(inner.repository.root);
    await inner.db
      .insertInto('run_recipes')
      .values({
        run_id: 'run-1',
        workspace_id: 'press',
        recipe: 'mend',
        parameters: '{}',
        cause: 'person',
        result: 'pull_request',
      })
      .execute();
    return harness;
  }

  /** Checked, in review. */
  async propose(id: string, patch = createPatch()): Promise<string> {
    await this.inner.propose({ id, patch });
    await this.check(id, patch);
    return patch;
  }

  async revise(id: string, patch: string): Promise<void> {
    await this.inner.attach(id, patch, await this.inner.repository.head());
    await this.check(id, patch);
  }

  async check(id: string, patch: string, outcome = 'pass'): Promise<void> {
    const key = { proposal_id: id, patch_sha256: sha256(patch) };
    const at = new Date();
    await this.inner.db
      .insertInto('proposal_check_runs')
      .values({ ...key, attempts: 1, claimed_at: at, finished_at: at, returned_at: null })
      .execute();
    const check = { name: 'tests', outcome, detail: '@ada fixes #1' };
    await this.inner.db
      .insertInto('proposal_checks')
      .values({ ...key, ...check, at })
      .execute();
  }

  async run(
    remote: RemoteRepository = this.remote.settings(),
    parts: PullRequestParts = {},
  ): Promise<void> {
    const { db, repository } = this.inner;
    const place = { directory: repository.root, remote };
    await createPullRequests(db, place, { clock: this.clock, ...parts }).runDue(never);
  }

  /** Moves the clock on first. */
  async runLater(
    remote: RemoteRepository = this.remote.settings(),
    parts: PullRequestParts = {},
  ): Promise<void> {
    this.clock.advance(2 * 3_600_000);
    await this.run(remote, parts);
  }

  row(id: string) {
    return this.inner.db
      .selectFrom('proposal_pull_requests')
      .select(['state', 'number', 'url', 'branch', 'problem', 'attempts', 'commits'])
      .where('proposal_id', '=', id)
      .executeTakeFirstOrThrow();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.remote[Symbol.asyncDispose]();
    await this.inner[Symbol.asyncDispose]();
  }
}
