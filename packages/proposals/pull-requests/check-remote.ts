import type { WorkspaceRepository } from '../workspace-repository.ts';
import { openApi, openBranches } from './open-remote.ts';
import { RemoteFailure, sentenceOf } from './remote-failure.ts';
import type { PullRequestApi, RemoteRepository } from './remote.ts';

export interface Workspace {
  readonly workspaceId: string;
  readonly repository: WorkspaceRepository;
}

/** A sentence without secrets for each step that fails. */
export interface RemoteProblems {
  readonly api: string | undefined;
  /** The branch is missing, or nobody may push with this token or key. */
  readonly git: string | undefined;
  /** New patches are based on a commit that the remote lacks. Unknown without the API. */
  readonly base: string | undefined;
}

/** Whether pull requests of the workspace can be opened (ADD-RUN-32). Changes nothing on the remote. */
export async function checkRemote(
  remote: RemoteRepository,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<RemoteProblems> {
  const { token } = remote;
  const api = openApi(remote, signal);
  const answers = await problemOf(() => requireAnswers(api), token);
  const git = await problemOf(() => requireBranch(remote, signal), token);
  if (answers !== undefined) return { api: answers, git, base: undefined };
  const base = await problemOf(() => requireBase(remote, workspace, api), token);
  return { api: undefined, git, base };
}

async function requireAnswers(api: PullRequestApi): Promise<void> {
  await api.requireOpen();
  // Reading the repository is another permission than reading pull requests.
  await api.find('galley/check');
}

async function requireBranch(remote: RemoteRepository, signal: AbortSignal): Promise<void> {
  const { repository, branch } = remote;
  if ((await openBranches(remote, signal).findTip(branch)) !== undefined) return;
  throw new RemoteFailure(`${repository} has no branch ${branch}.`);
}

async function requireBase(
  { branch }: RemoteRepository,
  { workspaceId, repository }: Workspace,
  api: PullRequestApi,
): Promise<void> {
  const opened = await repository.open(workspaceId);
  if (!opened) throw new RemoteFailure('The workspace has no repository.');
  const { commit } = await opened.head();
  if (await api.hasCommit(commit)) return;
  throw new RemoteFailure(
    `The branch ${branch} of the remote does not have ${commit.slice(0, 12)}, the newest commit of the repository of the workspace.`,
  );
}

async function problemOf(
  step: () => Promise<void>,
  token: string | undefined,
): Promise<string | undefined> {
  try {
    await step();
    return undefined;
  } catch (error) {
    const sentence = sentenceOf(error, token);
    if (sentence === undefined) throw error;
    return sentence;
  }
}
