import { changesOf, type Application, type AppliedFile } from './application.ts';
import { moveBranch } from './branch.ts';
import type { Change } from './changed-tree.ts';
import { proposalProblems } from './problems.ts';
import type { ProposalDocuments } from './proposal-documents.ts';
import type { Repository } from './repository.ts';
import { hasIndex, stage, stagedAt } from './staged-files.ts';
import { bringOnDisk, changedOnDisk, type FileOnDisk } from './working-tree.ts';

/** Throws `uncommitted_changes` when files that are to change are not, on disk or staged, as they were committed. */
export async function requireCommitted(
  repository: Repository,
  files: readonly AppliedFile[],
  documents: ProposalDocuments | undefined,
): Promise<void> {
  const { workingTree } = repository;
  if (workingTree === undefined) return;
  const own = withoutDocuments(files, documents);
  const onDisk = await changedOnDisk(workingTree, await filesOnDisk(repository, own));
  const changed = new Set([...onDisk, ...(await notStaged(repository, own))]);
  if (changed.size === 0) return;
  const paths = [...changed].toSorted();
  throw proposalProblems.uncommitted_changes(
    `In the working tree of the repository there are changes that are not committed: ${paths.slice(0, 5).join(', ')}. Nothing was done; commit them, or take them back, and decide again.`,
    { paths },
  );
}

async function notStaged(repository: Repository, files: readonly AppliedFile[]): Promise<string[]> {
  const staged = await stagedAt(repository, new Set(files.map(({ path }) => path)));
  const isBare = !(await hasIndex(repository));
  return files
    .filter(({ path, before }) => !isBare && staged.get(path) !== before?.oid)
    .map(({ path }) => path);
}

/** Documents of a content tree see to themselves: what is on disk of them is theirs, and snapshots commit that. */
function withoutDocuments(
  files: readonly AppliedFile[],
  documents: ProposalDocuments | undefined,
): AppliedFile[] {
  return files.filter(({ path }) => !documents?.isDocument(path));
}

async function filesOnDisk(
  repository: Repository,
  files: readonly AppliedFile[],
): Promise<FileOnDisk[]> {
  const bytesOf = (change: Change) => change && repository.readBlob(change.oid);
  return Promise.all(
    files.map(async ({ path, before, after }) => {
      const bytes = await bytesOf(after);
      return {
        path,
        before: await bytesOf(before),
        after: after && bytes && { bytes, mode: after.mode },
      };
    }),
  );
}

/** Moves the branch of an application to its commit; false when it was not where it was to move from. */
export function bringToBranch(
  repository: Repository,
  { branch, parentCommit, commitId }: Application,
  mayGoOn: () => Promise<boolean>,
): Promise<boolean> {
  return moveBranch(repository, { branch, from: parentCommit, to: commitId }, mayGoOn);
}

/**
 * Brings the working tree and the index along with a branch that has moved. Only while the branch is at the commit and
 * checked out: later, what looks unchanged may be somebody's doing.
 */
export async function bringAlong(
  repository: Repository,
  application: Application,
  documents: ProposalDocuments | undefined,
): Promise<void> {
  const { workingTree } = repository;
  if (workingTree === undefined) return;
  const head = await repository.head().catch(() => undefined);
  if (head?.branch !== application.branch || head.commit !== application.commitId) return;
  const { files } = application;
  const own = withoutDocuments(files, documents);
  await bringOnDisk(workingTree, await filesOnDisk(repository, own));
  const staged = await stagedAt(repository, new Set(files.map(({ path }) => path)));
  const asBefore = files.filter(({ path, before }) => staged.get(path) === before?.oid);
  if (await hasIndex(repository)) await stage(repository, changesOf({ files: asBefore }));
}
