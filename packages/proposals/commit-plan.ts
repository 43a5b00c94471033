import { newId } from '@galley/kernel';
import type { HunkSelection, RunActor } from '@galley/runcoord';
import type { Application, AppliedFile } from './application.ts';
import { listChanges } from './application.ts';
import { writeChangedTree } from './changed-tree.ts';
import { createSignature } from './commit-message.ts';
import type { PatchedFile } from './patched-files.ts';
import type { Repository } from './repository.ts';
import type { Snapshot } from './snapshot.ts';

const agentHost = 'agent.galley.invalid';
const personHost = 'galley.invalid';

export interface CommitRequest {
  readonly proposalId: string;
  readonly workspaceId: string;
  readonly rollbackOf: string | null;
  readonly patchSha256: string;
  readonly baseRevision: string;
  readonly head: { readonly branch: string; readonly commit: string; readonly files: Snapshot };
  readonly files: readonly AppliedFile[];
  readonly hunks: HunkSelection | null;
  readonly message: string;
  /** Undefined for the person who decides. */
  readonly agentId?: string;
  readonly by: RunActor;
  readonly note: string | null;
  readonly at: Date;
}

export async function writeFiles(
  repository: Repository,
  files: readonly PatchedFile[],
): Promise<AppliedFile[]> {
  const written: AppliedFile[] = [];
  for (const { path, before, after } of files) {
    const previous =
      before && before.type !== 'tree' ? { oid: before.oid, mode: before.mode } : null;
    const oid = after && (await repository.writeBlob(after.bytes));
    written.push({ path, before: previous, after: after && { oid: oid!, mode: after.mode } });
  }
  return written;
}

/** The commit is unreferenced until its branch moves there. */
export async function planCommit(
  repository: Repository,
  request: CommitRequest,
): Promise<Application> {
  const { head, message, agentId, at, ...rest } = request;
  const treeId = await writeChangedTree(repository, head.files, listChanges(request));
  const committer = createSignature(rest.by.username, personHost);
  const author = agentId === undefined ? committer : createSignature(agentId, agentHost);
  const commitId = await repository.writeCommit({
    tree: treeId,
    parents: [head.commit],
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
