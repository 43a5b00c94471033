import { archivedFailure, RemoteFailure } from './remote-failure.ts';
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

/** REST API of GitLab, version 4. */
export class GitLab implements PullRequestApi {
  readonly #remote: RemoteRepository;
  readonly #api: RemoteJson;

  constructor(remote: RemoteRepository, signal: AbortSignal) {
    this.#remote = remote;
    this.#api = new RemoteJson(remote, { 'private-token': remote.token ?? '' }, signal);
  }

  async requireOpen(): Promise<void> {
    const project = toRecord((await this.#api.send({ path: this.#path })).value);
    if (project['archived'] === true) throw archivedFailure(this.#remote);
    if (project['merge_requests_access_level'] !== 'disabled') return;
    throw new RemoteFailure(
      `${this.#remote.repository} has merge requests disabled; enable them in its settings.`,
    );
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

  async listReviews(number: number, commit: string): Promise<readonly RemoteReview[]> {
    const path = this.#pathOf(number);
    const notes = await this.#writtenByMembers(await this.#api.list(`${path}/notes`));
    if (notes.length === 0) return [];
    const pushedAt = await this.#pushedAt(path, commit);
    if (pushedAt === undefined) return [];
    const shown = notes
      .filter((note) => Date.parse(textIn(note, 'created_at')) >= pushedAt)
      .toSorted((one, other) => Number(one['id']) - Number(other['id']));
    if (shown.length === 0) return [];
    const reviewers = await this.#api.list(`${path}/reviewers`);
    const opposed = new Set(
      reviewers
        .filter(({ state }) => state === 'requested_changes')
        .map(({ user }) => nameIn(user, 'username')),
    );
    return Object.entries(Object.groupBy(shown, authorOf)).map(([author, own = []]) => {
      const said = own.filter(({ system }) => system !== true);
      return {
        author,
        // The opinion has no time: it counts again when the person adds to it after a revision.
        requestsChanges: opposed.has(author),
        body: said
          .filter(({ position }) => !position)
          .map((note) => textIn(note, 'body'))
          .join('\n\n'),
        comments: said
          .filter(({ position }) => toRecord(position)['head_sha'] === commit)
          .map(readNote),
      };
    });
  }

  /** When GitLab got the commit, by its own clock. */
  async #pushedAt(path: string, commit: string): Promise<number | undefined> {
    const versions = await this.#api.list(`${path}/versions`);
    const shown = versions.findLast(({ head_commit_sha: head }) => head === commit);
    return shown && Date.parse(textIn(shown, 'created_at'));
  }

  /** Notes do not say what their author may do. */
  async #writtenByMembers(notes: readonly JsonRecord[]): Promise<JsonRecord[]> {
    const ids = new Set(notes.map(({ author }) => toRecord(author)['id']));
    const members = new Set<unknown>();
    for (const id of [...ids].slice(0, maxAuthors)) if (await this.#mayPush(id)) members.add(id);
    return notes.filter(({ author }) => members.has(toRecord(author)['id']));
  }

  async #mayPush(userId: unknown): Promise<boolean> {
    try {
      const { value } = await this.#api.send({
        path: `${this.#path}/members/all/${Number(userId)}`,
      });
      const { access_level: level } = toRecord(value);
      return typeof level === 'number' && level >= developer;
    } catch (error) {
      if (error instanceof RemoteFailure && error.status === 404) return false;
      throw error;
    }
  }

  async hasCommit(commit: string): Promise<boolean> {
    const query = new URLSearchParams({ from: this.#remote.branch, to: commit });
    const path = `${this.#path}/repository/compare?${query.toString()}`;
    const { commits } = toRecord(await this.#api.find(path, this.#path));
    return Array.isArray(commits) && commits.length === 0;
  }

  get #path(): string {
    return `/projects/${encodeURIComponent(this.#remote.repository)}`;
  }

  #pathOf(number: number): string {
    return `${this.#path}/merge_requests/${number}`;
  }
}

/** A developer may push: https://docs.gitlab.com/api/members/ */
const developer = 30;
/** Each needs a request. */
const maxAuthors = 50;

function authorOf({ author }: JsonRecord): string {
  return nameIn(author, 'username') ?? '';
}

function readNote(note: JsonRecord): RemoteComment {
  const position = toRecord(note['position']);
  const { new_line: newLine, old_line: oldLine } = position;
  const isNew = typeof newLine === 'number';
  const line = isNew ? newLine : oldLine;
  return {
    id: `gitlab-${String(note['id'])}`,
    path: textIn(position, 'new_path'),
    side: isNew ? 'new' : 'old',
    line: typeof line === 'number' ? line : undefined,
    body: textIn(note, 'body'),
  };
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
