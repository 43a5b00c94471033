export interface TestPull {
  readonly number: number;
  readonly branch: string;
  readonly isFromFork?: boolean;
  title: string;
  description: string;
  state: 'open' | 'closed' | 'merged';
  /** The person who merged or closed it. */
  by?: string;
  readonly comments: { readonly by: string; readonly body: string }[];
  readonly reviews?: TestReview[];
}

/** Its author is a member of the project, unless it says otherwise. */
export interface TestReview {
  readonly by: string;
  readonly isOutsider?: boolean;
  readonly opinion?: 'CHANGES_REQUESTED' | 'APPROVED';
  readonly commit: string;
  readonly body?: string;
  readonly comments?: readonly { path: string; line: number | null; body: string }[];
}

export interface ForgeState {
  readonly pulls: TestPull[];
  readonly hasBranch: (branch: string) => Promise<boolean>;
  readonly tip: (branch: string) => Promise<string | undefined>;
  /** Commits that main lacks; undefined for an unknown commit. */
  readonly countAhead: (commit: string) => Promise<number | undefined>;
  readonly address: () => string;
}

export interface ApiRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
}

interface ApiAnswer {
  readonly status: number;
  readonly value: unknown;
}

type Body = Readonly<Record<string, string>>;

const isOwn = ({ isFromFork }: TestPull): boolean => isFromFork !== true;

const notFound: ApiAnswer = { status: 404, value: { message: 'Not Found', status: '404' } };

/** The routes, statuses and bodies that GitHub documents, as far as Galley uses them. */
export async function answerGitHub(request: ApiRequest, state: ForgeState): Promise<ApiAnswer> {
  const [, rest] = /^\/api\/v3\/repos\/owner\/name(.*)$/.exec(request.url.pathname) ?? [];
  if (rest === undefined) return notFound;
  if (rest === '') return { status: 200, value: { full_name: 'owner/name' } };
  if (rest === '/pulls') return answerPulls(request, state);
  const [, range = ''] = /^\/compare\/main\.\.\.(\w+)$/.exec(rest) ?? [];
  if (range !== '') {
    const ahead = await state.countAhead(range);
    const status = ahead === 0 ? 'behind' : 'ahead';
    return ahead === undefined ? notFound : { status: 200, value: { status, ahead_by: ahead } };
  }
  return answerPull(rest, request, state);
}

function pageOf(url: URL, items: readonly unknown[]): readonly unknown[] {
  const [size, page] = ['per_page', 'page'].map((name) => Number(url.searchParams.get(name)));
  return items.slice(size! * (page! - 1), size! * page!);
}

function showReviews({ reviews = [] }: TestPull, areComments: boolean): readonly unknown[] {
  return reviews.flatMap<unknown>(
    ({ by, isOutsider, opinion, commit, body = '', comments = [] }, index) => {
      const author_association = isOutsider ? 'CONTRIBUTOR' : 'COLLABORATOR';
      const written = { user: { login: by }, author_association };
      if (!areComments)
        return [
          { id: index + 1, ...written, state: opinion ?? 'COMMENTED', body, commit_id: commit },
        ];
      return comments.map((comment, place) => {
        const id = 1_000 * index + place;
        return { id, pull_request_review_id: index + 1, ...written, side: 'RIGHT', ...comment };
      });
    },
  );
}

function answerPull(rest: string, { method, url, body }: ApiRequest, state: ForgeState): ApiAnswer {
  const [, kind, number, more] =
    /^\/(pulls|issues)\/(\d+)(\/comments|\/reviews)?$/.exec(rest) ?? [];
  const pull = state.pulls.find((one) => one.number === Number(number));
  if (!pull) return notFound;
  if (more && kind === 'pulls')
    return { status: 200, value: pageOf(url, showReviews(pull, more === '/comments')) };
  if (more) {
    const value = pull.comments.map(({ by, body }) => ({ user: { login: by }, body }));
    return { status: 200, value };
  }
  if (method === 'PATCH') change(pull, body as Body);
  if (kind === 'issues')
    return { status: 200, value: { closed_by: pull.by ? { login: pull.by } : null } };
  return { status: 200, value: showPull(pull, state) };
}

async function answerPulls(
  { method, url, body }: ApiRequest,
  state: ForgeState,
): Promise<ApiAnswer> {
  if (method === 'GET') {
    const branch = /^owner:(.+)$/.exec(url.searchParams.get('head') ?? '')?.[1];
    const found = state.pulls.filter((one) => isOwn(one) && one.branch === branch).toReversed();
    return { status: 200, value: found.map((pull) => showPull(pull, state)) };
  }
  const { head = '', title = '', body: description = '' } = body as Body;
  const isOpen = state.pulls.some((one) => one.branch === head && one.state === 'open');
  const fault = isOpen
    ? { code: 'custom', message: `A pull request already exists for owner:${head}.` }
    : (await state.hasBranch(head))
      ? undefined
      : { code: 'invalid', field: 'head' };
  if (fault)
    return {
      status: 422,
      value: { message: 'Validation Failed', errors: [{ resource: 'PullRequest', ...fault }] },
    };
  return { status: 201, value: showPull(open(state, { branch: head, title, description }), state) };
}

function change(pull: TestPull, { title, body, state }: Body): void {
  if (title !== undefined) pull.title = title;
  if (body !== undefined) pull.description = body;
  if (state === 'closed') Object.assign(pull, { state, by: 'galley' });
}

function showPull(
  { number, state, by, title, description, reviews = [] }: TestPull,
  { address }: ForgeState,
) {
  return {
    number,
    updated_at: `2026-01-01T00:00:${String(reviews.length).padStart(2, '0')}Z`,
    title,
    body: description,
    html_url: `${address()}/owner/name/pull/${number}`,
    state: state === 'open' ? 'open' : 'closed',
    merged_at: state === 'merged' ? '2026-01-01T00:00:00Z' : null,
    merged_by: state === 'merged' ? { login: by } : null,
  };
}

/** The routes, statuses and bodies that GitLab documents, as far as Galley uses them. */
export async function answerGitLab(request: ApiRequest, state: ForgeState): Promise<ApiAnswer> {
  const [, rest] = /^\/api\/v4\/projects\/owner%2Fname(.*)$/.exec(request.url.pathname) ?? [];
  if (rest === undefined) return { status: 404, value: { message: '404 Project Not Found' } };
  if (rest === '') return { status: 200, value: { path_with_namespace: 'owner/name' } };
  if (rest === '/merge_requests') return answerMergeRequests(request, state);
  if (rest === '/repository/compare') {
    const ahead = await state.countAhead(request.url.searchParams.get('to') ?? '');
    if (ahead === undefined) return { status: 404, value: { message: '404 Ref Not Found' } };
    return { status: 200, value: { commits: Array.from({ length: ahead }, () => ({})) } };
  }
  return answerMergeRequest(rest, request, state);
}

async function answerMergeRequest(
  rest: string,
  { method, url, body }: ApiRequest,
  state: ForgeState,
): Promise<ApiAnswer> {
  const member = /^\/members\/all\/(\d+)$/.exec(rest)?.[1];
  if (member !== undefined) return answerMember(Number(member), state);
  const [, number, more] =
    /^\/merge_requests\/(\d+)(\/notes|\/versions|\/reviewers)?$/.exec(rest) ?? [];
  const pull = state.pulls.find((one) => one.number === Number(number));
  if (!pull) return { status: 404, value: { message: '404 Not found' } };
  if (more)
    return {
      status: 200,
      value: showOfMergeRequest(more, url, { pull, tip: await state.tip(pull.branch) }),
    };
  if (method === 'PUT') {
    const { title, description, state_event: event } = body as Body;
    change(pull, { ...(title && { title }), ...(description && { body: description }) });
    if (event === 'close') change(pull, { state: 'closed' });
  }
  return { status: 200, value: showMergeRequest(pull, state) };
}

function showOfMergeRequest(
  more: string,
  url: URL,
  { pull, tip }: { readonly pull: TestPull; readonly tip: string | undefined },
): readonly unknown[] {
  if (more === '/versions') return [{ head_commit_sha: tip, created_at: '2026-01-02T00:00:00Z' }];
  if (more === '/reviewers') return showReviewers(pull);
  const shown = pull.comments.map(({ by, body }) => ({ author: { username: by }, body }));
  const all = [{ system: true, body: 'closed' }, ...shown.toReversed(), ...showNotes(pull, tip)];
  return url.searchParams.has('page') ? pageOf(url, all) : all;
}

function answerMember(id: number, { pulls }: ForgeState): ApiAnswer {
  const reviews = pulls.flatMap(({ reviews = [] }) => reviews);
  const isMember = reviews.some(({ by, isOutsider }) => userId(by) === id && !isOutsider);
  return isMember ? { status: 200, value: { id, access_level: 40 } } : notFound;
}

const userId = (name: string): number => Number.parseInt(Buffer.from(name).toString('hex'), 16);

function showNotes({ reviews = [] }: TestPull, tip: string | undefined): readonly unknown[] {
  return reviews.flatMap<unknown>(({ by, opinion, commit, body = '', comments = [] }, index) => {
    const created_at = commit === tip ? '2026-01-03T00:00:00Z' : '2026-01-01T00:00:00Z';
    const written = { author: { id: userId(by), username: by }, created_at };
    const system = opinion
      ? [{ ...written, id: 1_000 * index, system: true, body: 'opinion' }]
      : [];
    const general = body === '' ? [] : [{ ...written, id: 1_000 * index + 1, system: false, body }];
    const placed = comments.map(({ path, line, body: text }, place) => ({
      ...written,
      id: 1_000 * index + 2 + place,
      system: false,
      body: text,
      position: { head_sha: commit, new_path: path, new_line: line, old_line: null },
    }));
    return [...system, ...general, ...placed];
  });
}

function showReviewers({ reviews = [] }: TestPull): readonly unknown[] {
  return reviews.map(({ by }) => {
    const last = reviews.findLast((one) => one.by === by && one.opinion)?.opinion;
    const state = last === 'CHANGES_REQUESTED' ? 'requested_changes' : 'reviewed';
    return { user: { username: by }, state };
  });
}

async function answerMergeRequests(
  { method, url, body }: ApiRequest,
  state: ForgeState,
): Promise<ApiAnswer> {
  if (method === 'GET') {
    const branch = url.searchParams.get('source_branch');
    const found = state.pulls.filter((one) => one.branch === branch).toReversed();
    return { status: 200, value: found.map((pull) => showMergeRequest(pull, state)) };
  }
  const { source_branch: branch = '', title = '', description = '' } = body as Body;
  if (state.pulls.some((one) => isOwn(one) && one.branch === branch && one.state === 'open'))
    return {
      status: 409,
      value: { message: ['Another open merge request already exists for this source branch: !1'] },
    };
  return {
    status: 201,
    value: showMergeRequest(open(state, { branch, title, description }), state),
  };
}

function showMergeRequest(pull: TestPull, { address }: ForgeState) {
  const { number, state, by, reviews = [], ...text } = pull;
  const who = by === undefined ? null : { username: by };
  return {
    iid: number,
    updated_at: `2026-01-01T00:00:${String(reviews.length).padStart(2, '0')}Z`,
    source_project_id: isOwn(pull) ? 1 : 2,
    target_project_id: 1,
    title: text.title,
    description: text.description,
    web_url: `${address()}/owner/name/-/merge_requests/${number}`,
    state: state === 'open' ? 'opened' : state,
    merge_user: state === 'merged' ? who : null,
    closed_by: state === 'closed' ? who : null,
  };
}

function open(
  { pulls }: ForgeState,
  given: Pick<TestPull, 'branch' | 'title' | 'description'>,
): TestPull {
  const pull: TestPull = {
    ...given,
    number: pulls.length + 1,
    state: 'open',
    comments: [],
    reviews: [],
  };
  pulls.push(pull);
  return pull;
}
