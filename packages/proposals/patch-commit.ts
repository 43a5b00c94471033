import { listChanges, type Application, type AppliedFile } from './application.ts';
import { moveBranch } from './branch.ts';
import type { Change } from './changed-tree.ts';
import { proposalProblems } from './problems.ts';
import type { ProposalDocuments, SubmittedFile } from './proposal-documents.ts';
import type { Repository } from './repository.ts';
import { hasIndex, stage, readStaged } from './staged-files.ts';
import { updateFiles, findChanged, type FileOnDisk } from './working-tree.ts';

/** Throws `uncommitted_changes` for changes in the working tree or index. */
export async function requireCommitted(
  repository: Repository,
  files: readonly AppliedFile[],
  documents: ProposalDocuments | undefined,
): Promise<void> {
  const { workingTree } = repository;
  if (workingTree === undefined) return;
  const otherFiles = withoutDocuments(files, documents);
  const onDisk = await findChanged(workingTree, await readFilesOnDisk(repository, otherFiles));
  const changed = new Set([...onDisk, ...(await findStaged(repository, otherFiles))]);
  if (changed.size === 0) return;
  const paths = [...changed].toSorted();
  throw proposalProblems.uncommitted_changes(
    `The working tree has uncommitted changes: ${paths.slice(0, 5).join(', ')}. Nothing was done. Commit or discard them, then decide again.`,
    { paths },
  );
}

async function findStaged(
  repository: Repository,
  files: readonly AppliedFile[],
): Promise<string[]> {
  const staged = await readStaged(repository, new Set(files.map(({ path }) => path)));
  const isBare = !(await hasIndex(repository));
  return files
    .filter(({ path, before }) => !isBare && staged.get(path) !== before?.oid)
    .map(({ path }) => path);
}

/** The content server handles documents, and snapshots commit them. */
function withoutDocuments(
  files: readonly AppliedFile[],
  documents: ProposalDocuments | undefined,
): AppliedFile[] {
  return files.filter(({ path }) => !documents?.isDocument(path));
}

async function readFilesOnDisk(
  repository: Repository,
  files: readonly AppliedFile[],
): Promise<FileOnDisk[]> {
  const readBytes = (change: Change) => change && repository.readBlob(change.oid);
  return Promise.all(
    files.map(async ({ path, before, after }) => {
      const bytes = await readBytes(after);
      return {
        path,
        before: await readBytes(before),
        after: after && bytes && { bytes, mode: after.mode },
      };
    }),
  );
}

export function readSubmittedFiles(
  repository: Repository,
  files: readonly AppliedFile[],
): Promise<SubmittedFile[]> {
  const readBytes = async (change: Change) => change && (await repository.readBlob(change.oid));
  return Promise.all(
    files.map(async ({ path, before, after }) => ({
      path,
      before: await readBytes(before),
      after: await readBytes(after),
    })),
  );
}

export function moveToCommit(
  repository: Repository,
  { branch, parentCommit, commitId }: Application,
  mayContinue: () => Promise<boolean>,
): Promise<boolean> {
  return moveBranch(repository, { branch, from: parentCommit, to: commitId }, mayContinue);
}

/** Only while the branch is checked out at the commit: later, files that look unchanged may be someone's edit. */
export async function updateWorkingTree(
  repository: Repository,
  application: Application,
  documents: ProposalDocuments | undefined,
): Promise<void> {
  const { workingTree } = repository;
  if (workingTree === undefined) return;
  const head = await repository.head().catch(() => undefined);
  if (head?.branch !== application.branch || head.commit !== application.commitId) return;
  const { files } = application;
  const otherFiles = withoutDocuments(files, documents);
  await updateFiles(workingTree, await readFilesOnDisk(repository, otherFiles));
  const staged = await readStaged(repository, new Set(files.map(({ path }) => path)));
  const unchanged = files.filter(({ path, before }) => staged.get(path) === before?.oid);
  if (await hasIndex(repository)) await stage(repository, listChanges({ files: unchanged }));
}
