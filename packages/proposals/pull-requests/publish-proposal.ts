import type { Repository } from '../repository.ts';
import { keepCommit, writeBranchCommit } from './branch-commit.ts';
import type { BranchRemote } from './branch-remote.ts';
import type { PullRequestRepository, StoredPullRequest } from './pull-request-repository.ts';
import type { PullRequestSubject } from './pull-request-subject-read-model.ts';
import { describePullRequest, formatCommit, type TextContext } from './pull-request-text.ts';
import { RemoteFailure } from './remote-failure.ts';
import type { PullRequest, PullRequestApi, PullRequestText, RemoteRepository } from './remote.ts';

export interface Publication extends TextContext {
  readonly remote: RemoteRepository;
  readonly api: PullRequestApi;
  readonly branches: BranchRemote;
  readonly repository: Repository;
  readonly rows: PullRequestRepository;
}

type PatchedSubject = PullRequestSubject & {
  readonly patch: NonNullable<PullRequestSubject['patch']>;
};

/**
 * Pushes the newest patch and opens or updates the pull request. Every step can be repeated: the commit is planned in
 * the row before the push, and a pull request is looked up by its branch before it is created. Throws `RemoteFailure`
 * and errors of the repository.
 */
export async function publishProposal(
  row: StoredPullRequest,
  subject: PatchedSubject,
  publication: Publication,
): Promise<PullRequest> {
  const { remote, api } = publication;
  const { baseRevision } = subject.patch;
  if (!(await api.hasCommit(baseRevision))) throw missingBase(baseRevision, remote.branch);
  await pushPatch(row, subject, publication);
  const text = describePullRequest(subject, publication);
  return openOrUpdate(row, text, publication);
}

/** Commits before the base may hold drafts of people, which must not leave this machine with a proposal. */
function missingBase(base: string, branch: string): RemoteFailure {
  return new RemoteFailure(
    `The branch ${branch} of the remote does not have ${base.slice(0, 12)}, the commit that the patch is based on; push it there with git, or request a revision based on a commit of that branch.`,
  );
}

async function pushPatch(
  row: StoredPullRequest,
  subject: PatchedSubject,
  { branches, repository, rows }: Publication,
): Promise<void> {
  const { branch, proposalId } = row;
  const { patch, attachedAt } = subject;
  const tip = await branches.findTip(branch);
  const isPushed =
    tip !== undefined && tip === row.commits.at(-1) && row.committedSha256 === patch.sha256;
  if (isPushed) return;
  if (tip !== undefined && !row.commits.includes(tip)) throw foreignCommits(branch);
  const dated = { ...patch, attachedAt: attachedAt! };
  const commit = await writeBranchCommit(repository, {
    patch: dated,
    message: formatCommit(subject),
    tip,
  });
  await keepCommit(repository, proposalId, commit);
  const others = row.commits.filter((one) => one !== commit);
  await rows.planCommit(proposalId, { commits: [...others, commit], patchSha256: patch.sha256 });
  await branches.push({ repository, branch, commit, tip, base: patch.baseRevision });
}

function foreignCommits(branch: string): RemoteFailure {
  return new RemoteFailure(
    `The branch ${branch} of the remote has commits of others, which Galley does not overwrite; merge or close the pull request there.`,
  );
}

async function openOrUpdate(
  { branch, number }: StoredPullRequest,
  text: PullRequestText,
  { api }: Publication,
): Promise<PullRequest> {
  const found =
    number === null ? await api.find(branch) : (await api.read(number, null))?.pullRequest;
  if (!found) return createOnce(branch, text, api);
  if (found.state === 'open') await api.update(found.number, text);
  return found;
}

/** The list of pull requests may lag behind: 409 or 422 about an existing one is looked up again. */
async function createOnce(
  branch: string,
  text: PullRequestText,
  api: PullRequestApi,
): Promise<PullRequest> {
  try {
    return await api.create(branch, text);
  } catch (error) {
    const isTaken = error instanceof RemoteFailure && [409, 422].includes(error.status ?? 0);
    const found = isTaken ? await api.find(branch) : undefined;
    if (found) return found;
    throw error;
  }
}
