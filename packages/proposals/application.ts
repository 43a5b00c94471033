import type { RunActor } from '@galley/runcoord';
import type { Change } from './changed-tree.ts';

/** What a commit does to one path. */
export interface AppliedFile {
  readonly path: string;
  readonly before: Change;
  readonly after: Change;
}

/** A patch on its way into the repository, or out of it again. Everything that its commit is made of is in it. */
export interface Application {
  readonly id: string;
  readonly proposalId: string;
  readonly workspaceId: string;
  /** The application that this one takes back. */
  readonly rollbackOf: string | null;
  readonly patchSha256: string;
  readonly baseRevision: string;
  /** In full, such as `refs/heads/main`. */
  readonly branch: string;
  readonly parentCommit: string;
  readonly treeId: string;
  readonly commitId: string;
  readonly files: readonly AppliedFile[];
  readonly by: RunActor;
  readonly note: string | null;
  readonly startedAt: Date;
}

/** The changes of its commit, by path. */
export function changesOf({ files }: Pick<Application, 'files'>): Map<string, Change> {
  return new Map(files.map(({ path, after }) => [path, after]));
}

/** Those that take them back. */
export function reversed(files: readonly AppliedFile[]): AppliedFile[] {
  return files.map(({ path, before, after }) => ({ path, before: after, after: before }));
}
