import { RemoteFailure } from './remote-failure.ts';
import { nameIn, RemoteJson, toList, toPullRequest, toRecord } from './remote-json.ts';
import type {
  Closing,
  PullRequest,
  PullRequestApi,
  PullRequestText,
  ReadPullRequest,
  RemoteRepository,
} from './remote.ts';

/** REST API of GitLab, version 4. */
export class GitLab implements PullRequestApi {
  readonly #remote: RemoteRepository;
  readonly #api: RemoteJson;

  constructor(remote: RemoteRepository, signal: AbortSignal) {
    this.#remote = remote;
    this.#api = new RemoteJson(remote, { 'private-token': remote.token ?? '' }, signal);
  }

  async find(branch: string): Promise<PullRequest | undefined> {
    const sorted = { order_by: 'created_at', sort: 'desc', per_page: '100' };
    const query = new URLSearchParams({ source_branch: branch, ...sorted });
    const { value } = await this.#api.send({
      path: `${this.#path}/merge_requests?${query.toString()}`,
    });
    // Anybody can open one from a branch of the same name in a fork.
    const newest = toList(value).find((one) => {
      const { source_project_id: source, target_project_id: target } = toRecord(one);
      return source === target;
    });
    return newest === undefined ? undefined : readMergeRequest(newest);
  }

  async create(branch: string, text: PullRequestText): Promise<PullRequest> {
    const body = {
      ...text,
      source_branch: branch,
      target_branch: this.#remote.branch,
      remove_source_branch: true,
    };
    const path = `${this.#path}/merge_requests`;
    return readMergeRequest((await this.#api.send({ method: 'POST', path, body })).value);
  }

  async update(number: number, text: PullRequestText): Promise<void> {
    await this.#api.send({ method: 'PUT', path: this.#pathOf(number), body: { ...text } });
  }

  async read(number: number, etag: string | null): Promise<ReadPullRequest | undefined> {
    const answer = await this.#api.send({ path: this.#pathOf(number), etag });
    if (answer.isUnchanged) return undefined;
    return { pullRequest: readMergeRequest(answer.value), etag: answer.etag };
  }

  async close(number: number): Promise<void> {
    const body = { state_event: 'close' };
    await this.#api.send({ method: 'PUT', path: this.#pathOf(number), body });
  }

  async findClosing(number: number): Promise<Closing> {
    const path = this.#pathOf(number);
    const by = nameIn(toRecord((await this.#api.send({ path })).value)['closed_by'], 'username');
    if (by === undefined) return { by, comment: undefined };
    const newest = 'order_by=created_at&sort=desc&per_page=50';
    const notes = toList((await this.#api.send({ path: `${path}/notes?${newest}` })).value);
    const last = notes
      .map(toRecord)
      .find(({ system, author }) => system !== true && nameIn(author, 'username') === by);
    const comment = last?.['body'];
    return { by, comment: typeof comment === 'string' ? comment : undefined };
  }

  async hasCommit(commit: string): Promise<boolean> {
    const query = new URLSearchParams({ from: this.#remote.branch, to: commit });
    try {
      const path = `${this.#path}/repository/compare?${query.toString()}`;
      const { commits } = toRecord((await this.#api.send({ path })).value);
      return Array.isArray(commits) && commits.length === 0;
    } catch (error) {
      if (error instanceof RemoteFailure && error.status === 404) return this.#isUnknown();
      throw error;
    }
  }

  /** The same status means an unknown commit or an unknown project; the second is reported. */
  async #isUnknown(): Promise<false> {
    await this.#api.send({ path: this.#path });
    return false;
  }

  get #path(): string {
    return `/projects/${encodeURIComponent(this.#remote.repository)}`;
  }

  #pathOf(number: number): string {
    return `${this.#path}/merge_requests/${number}`;
  }
}

/** A locked merge request is being merged. */
const states: Readonly<Record<string, PullRequest['state']>> = {
  opened: 'open',
  locked: 'open',
  merged: 'merged',
  closed: 'closed',
};

function readMergeRequest(value: unknown): PullRequest {
  const { iid: number, web_url: url, state, ...more } = toRecord(value);
  return toPullRequest({
    number,
    url,
    state: states[String(state)],
    mergedBy: nameIn(more['merge_user'] ?? more['merged_by'], 'username'),
  });
}
