import { sha256 } from '@galley/kernel';
import type { HunkSelection, RunActor } from '@galley/runcoord';
import type { Change } from './changed-tree.ts';

export interface AppliedFile {
  readonly path: string;
  readonly before: Change;
  readonly after: Change;
}

export interface Application {
  readonly id: string;
  readonly proposalId: string;
  readonly workspaceId: string;
  readonly rollbackOf: string | null;
  readonly patchSha256: string;
  readonly baseRevision: string;
  /** Full ref such as `refs/heads/main`. */
  readonly branch: string;
  readonly parentCommit: string;
  readonly treeId: string;
  readonly commitId: string;
  readonly files: readonly AppliedFile[];
  /** Null for the whole patch. */
  readonly hunks: HunkSelection | null;
  readonly by: RunActor;
  readonly note: string | null;
  readonly startedAt: Date;
}

/** Identifies the text that documents have after the application: that of the patch, or of its accepted hunks. */
export function documentsHash({ patchSha256, hunks }: Pick<Application, 'patchSha256' | 'hunks'>) {
  if (hunks === null) return patchSha256;
  return sha256(`${patchSha256} ${hunks.accepted.map(({ id }) => id).join(' ')}`);
}

export function listChanges({ files }: Pick<Application, 'files'>): Map<string, Change> {
  return new Map(files.map(({ path, after }) => [path, after]));
}

export function reverseFiles(files: readonly AppliedFile[]): AppliedFile[] {
  return files.map(({ path, before, after }) => ({ path, before: after, after: before }));
}
