import { archivedFailure } from './remote-failure.ts';
import {
  nameIn,
  RemoteJson,
  textIn,
  toList,
  toPullRequest,
  toRecord,
  type JsonRecord,
} from './remote-json.ts';
import type {
  Closing,
  PullRequest,
  PullRequestApi,
  PullRequestText,
  ReadPullRequest,
  RemoteComment,
  RemoteRepository,
  RemoteReview,
} from './remote.ts';

/** REST API of GitHub, version 2022-11-28. */
export class GitHub implements PullRequestApi {
  readonly #remote: RemoteRepository;
  readonly #api: RemoteJson;

  constructor(remote: RemoteRepository, signal: AbortSignal) {
    const headers = {
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      authorization: `Bearer ${remote.token}`,
    };
    this.#remote = remote;
    this.#api = new RemoteJson(remote, headers, signal);
  }

  async requireOpen(): Promise<void> {
    const { archived } = toRecord((await this.#api.send({ path: this.#path })).value);
    if (archived === true) throw archivedFailure(this.#remote);
  }

  async find(branch: string): Promise<PullRequest | undefined> {
    const [owner] = this.#remote.repository.split('/');
    const query = new URLSearchParams({ head: `${owner}:${branch}`, state: 'all', per_page: '5' });
    const { value } = await this.#api.send({ path: `${this.#path}/pulls?${query.toString()}` });
    const [newest] = toList(value);
    return newest === undefined ? undefined : readPull(newest);
  }

  async create(branch: string, { title, description }: PullRequestText): Promise<PullRequest> {
    const body = { title, body: description, head: branch, base: this.#remote.branch };
    const path = `${this.#path}/pulls`;
    return readPull((await this.#api.send({ method: 'POST', path, body })).value);
  }

  async update(number: number, { title, description }: PullRequestText): Promise<void> {
    const path = `${this.#path}/pulls/${number}`;
    await this.#api.send({ method: 'PATCH', path, body: { title, body: description } });
  }

  async read(number: number, etag: string | null): Promise<ReadPullRequest | undefined> {
    const answer = await this.#api.send({ path: `${this.#path}/pulls/${number}`, etag });
    if (answer.isUnchanged) return undefined;
    return { pullRequest: readPull(answer.value), etag: answer.etag };
  }

  async close(number: number): Promise<void> {
    const path = `${this.#path}/pulls/${number}`;
    await this.#api.send({ method: 'PATCH', path, body: { state: 'closed' } });
  }

  /** Pull requests are issues, too. */
  async findClosing(number: number): Promise<Closing> {
    const path = `${this.#path}/issues/${number}`;
    const by = nameIn(toRecord((await this.#api.send({ path })).value)['closed_by'], 'login');
    if (by === undefined) return { by, comment: undefined };
    const { value } = await this.#api.send({ path: `${path}/comments?per_page=100` });
    const last = toList(value).findLast((one) => nameIn(toRecord(one)['user'], 'login') === by);
    const { body } = toRecord(last);
    return { by, comment: typeof body === 'string' ? body : undefined };
  }

  async listReviews(number: number, commit: string): Promise<readonly RemoteReview[]> {
    const path = `${this.#path}/pulls/${number}`;
    const all = (await this.#api.list(`${path}/reviews`)).filter(isOfWriter);
    const shown = all.filter((one) => one['commit_id'] === commit);
    if (shown.length === 0) return [];
    const comments = (await this.#api.list(`${path}/comments`)).filter(isOfWriter);
    return shown.map((one) => {
      const author = nameIn(one['user'], 'login')!;
      // A later opinion of the same person replaces it; a dismissed one has another state.
      const latest = all.findLast(
        ({ user, state }) =>
          nameIn(user, 'login') === author &&
          (state === 'APPROVED' || state === 'CHANGES_REQUESTED'),
      );
      return {
        author,
        requestsChanges: one['state'] === 'CHANGES_REQUESTED' && latest === one,
        body: textIn(one, 'body'),
        comments: comments
          .filter(({ pull_request_review_id: id }) => id === one['id'])
          .map(readComment),
      };
    });
  }

  /** The second page, because the first one has the texts of all changed files. */
  async hasCommit(commit: string): Promise<boolean> {
    const range = `${encodeURIComponent(this.#remote.branch)}...${commit}`;
    const path = `${this.#path}/compare/${range}?per_page=1&page=2`;
    return toRecord(await this.#api.find(path, this.#path))['ahead_by'] === 0;
  }

  get #path(): string {
    return `/repos/${this.#remote.repository.split('/').map(encodeURIComponent).join('/')}`;
  }
}

/** On a public repository, everybody can review. */
const writers: readonly unknown[] = ['OWNER', 'MEMBER', 'COLLABORATOR'];

function isOfWriter(one: JsonRecord): boolean {
  return writers.includes(one['author_association']) && nameIn(one['user'], 'login') !== undefined;
}

function readComment(one: JsonRecord): RemoteComment {
  const line = one['line'] ?? one['original_line'];
  return {
    id: `github-${String(one['id'])}`,
    path: textIn(one, 'path'),
    side: one['side'] === 'LEFT' ? 'old' : 'new',
    line: typeof line === 'number' ? line : undefined,
    body: textIn(one, 'body'),
  };
}

/** A merged one is closed, too. */
const states: Readonly<Record<string, PullRequest['state']>> = { open: 'open', closed: 'closed' };

function readPull(value: unknown): PullRequest {
  const { number, html_url: url, state, merged_at: mergedAt, merged_by: by } = toRecord(value);
  const isMerged = typeof mergedAt === 'string';
  const shown = isMerged ? 'merged' : states[String(state)];
  return toPullRequest({ number, url, state: shown, mergedBy: nameIn(by, 'login') });
}
