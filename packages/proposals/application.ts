import type { RunActor } from '@galley/runcoord';
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
  readonly by: RunActor;
  readonly note: string | null;
  readonly startedAt: Date;
}

export function listChanges({ files }: Pick<Application, 'files'>): Map<string, Change> {
  return new Map(files.map(({ path, after }) => [path, after]));
}

export function reverseFiles(files: readonly AppliedFile[]): AppliedFile[] {
  return files.map(({ path, before, after }) => ({ path, before: after, after: before }));
}
