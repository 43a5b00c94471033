/** Repository on GitHub or GitLab, as configured in `coordinator.remote`. */
export interface RemoteRepository {
  readonly kind: 'github' | 'gitlab';
  /** `owner/name`, or the path of a project. */
  readonly repository: string;
  /** Base address of the API. */
  readonly api: string;
  /** HTTPS or SSH address for pushes. */
  readonly git: string;
  /** Branch into which pull requests are merged. */
  readonly branch: string;
  readonly username: string;
  readonly token?: string | undefined;
  readonly deployKeyFile?: string | undefined;
  readonly knownHostsFile?: string | undefined;
}

export interface PullRequest {
  readonly number: number;
  readonly url: string;
  readonly state: 'open' | 'merged' | 'closed';
  /** User name; undefined if unknown or not merged. */
  readonly mergedBy: string | undefined;
}

export interface PullRequestText {
  readonly title: string;
  /** Markdown. */
  readonly description: string;
}

/** A closed pull request, with the last comment of the person who closed it. */
export interface Closing {
  readonly by: string | undefined;
  readonly comment: string | undefined;
}

/** Words of a person who may write to the repository (ADD-RUN-31); others are left out. */
export interface RemoteReview {
  /** User name. */
  readonly author: string;
  /** The person's latest opinion of the commit is that it needs changes. */
  readonly requestsChanges: boolean;
  /** May be empty. */
  readonly body: string;
  readonly comments: readonly RemoteComment[];
}

export interface RemoteComment {
  /** Unique on the remote. */
  readonly id: string;
  readonly path: string;
  readonly side: 'old' | 'new';
  /** Undefined for a comment on a file. */
  readonly line: number | undefined;
  readonly body: string;
}

/** Pull requests on GitHub, merge requests on GitLab. All methods throw `RemoteFailure`. */
export interface PullRequestApi {
  /** Fails if the repository is unknown or archived, or has no pull requests. */
  requireOpen(): Promise<void>;
  /** Newest pull request of the branch in any state. */
  find(branch: string): Promise<PullRequest | undefined>;
  create(branch: string, text: PullRequestText): Promise<PullRequest>;
  update(number: number, text: PullRequestText): Promise<void>;
  /** Undefined if unchanged since `etag`. */
  read(number: number, etag: string | null): Promise<ReadPullRequest | undefined>;
  close(number: number): Promise<void>;
  findClosing(number: number): Promise<Closing>;
  /** Reviews of this commit, oldest first. */
  listReviews(number: number, commit: string): Promise<readonly RemoteReview[]>;
  /** Whether the base branch has the commit. */
  hasCommit(commit: string): Promise<boolean>;
}

export interface ReadPullRequest {
  readonly pullRequest: PullRequest;
  readonly etag: string | null;
}

/** Identifies the repository across changes of the configuration. */
export function remoteKey({ kind, api, repository }: RemoteRepository): string {
  return `${kind} ${api} ${repository}`;
}
