import { newId } from '@galley/kernel';
import type { RunActor } from '@galley/runcoord';
import type { Application, AppliedFile } from './application.ts';
import { changesOf } from './application.ts';
import { writeChangedTree } from './changed-tree.ts';
import { signature } from './commit-message.ts';
import type { PatchedFile } from './patched-files.ts';
import type { Repository } from './repository.ts';
import type { Snapshot } from './snapshot.ts';

const agentHost = 'agent.galley.invalid';
const personHost = 'galley.invalid';

export interface CommitWish {
  readonly proposalId: string;
  readonly workspaceId: string;
  readonly rollbackOf: string | null;
  readonly patchSha256: string;
  readonly baseRevision: string;
  readonly head: { readonly branch: string; readonly commit: string; readonly files: Snapshot };
  readonly files: readonly AppliedFile[];
  readonly message: string;
  /** Whose change it is; undefined: of the person who decides. */
  readonly agentId?: string;
  readonly by: RunActor;
  readonly note: string | null;
  readonly at: Date;
}

/** The files of a patch as their blobs; those are in the repository afterwards. */
export async function writeFiles(
  repository: Repository,
  files: readonly PatchedFile[],
): Promise<AppliedFile[]> {
  const written: AppliedFile[] = [];
  for (const { path, before, after } of files) {
    const kept = before && before.type !== 'tree' ? { oid: before.oid, mode: before.mode } : null;
    const oid = after && (await repository.writeBlob(after.bytes));
    written.push({ path, before: kept, after: after && { oid: oid!, mode: after.mode } });
  }
  return written;
}

/** Writes a commit that nothing leads to yet, and what has to be known to bring its branch there. */
export async function planCommit(repository: Repository, wish: CommitWish): Promise<Application> {
  const { head, message, agentId, at, ...rest } = wish;
  const treeId = await writeChangedTree(repository, head.files, changesOf(wish));
  const committer = signature(rest.by.username, personHost);
  const author = agentId === undefined ? committer : signature(agentId, agentHost);
  const commitId = await repository.writeCommit({
    tree: treeId,
    parent: head.commit,
    message,
    author,
    committer,
    at,
  });
  return {
    ...rest,
    id: newId(at.getTime()),
    branch: head.branch,
    parentCommit: head.commit,
    treeId,
    commitId,
    startedAt: at,
  };
}
