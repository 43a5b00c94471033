import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { FileChange, PatchOnBase, PatchTrial } from '@galley/runcoord';
import { applyPatch, type PatchedFile } from './patched-files.ts';
import { proposalProblems } from './problems.ts';
import { Repository, unusable } from './repository.ts';
import type { Snapshot } from './snapshot.ts';

export interface WorkspaceRepositoryOptions {
  readonly workspaceId: string;
  /** Absolute path of the repository or a folder in it; undefined without one. */
  readonly directory: string | undefined;
}

/** Undefined when unset or a remote address. */
export function repositoryFolder(
  projectDirectory: string,
  place: string | undefined,
): string | undefined {
  const isAddress = /^(?:[a-z][a-z0-9+.-]*:\/\/|[^/\\]+@[^/\\]+:)/i.test(place ?? '');
  return place === undefined || isAddress ? undefined : resolve(projectDirectory, place);
}

export interface BaseConflict {
  readonly path: string;
  readonly what: 'added' | 'changed' | 'removed' | 'in the way';
}

/** Other workspaces than the configured one have no repository. */
export class WorkspaceRepository implements PatchTrial {
  readonly #options: WorkspaceRepositoryOptions;

  constructor(options: WorkspaceRepositoryOptions) {
    this.#options = options;
  }

  /** `undefined` without a repository. Throws `repository_unusable`. */
  async open(workspaceId: string | null): Promise<Repository | undefined> {
    const { directory } = this.#options;
    if (directory === undefined || workspaceId !== this.#options.workspaceId) return undefined;
    if (!(await stat(directory).catch(() => undefined))?.isDirectory())
      throw unusable(
        'There is no folder where coordinator.workspace.repository says that the repository is',
      );
    return Repository.open(directory);
  }

  async tryPatch({ workspaceId, baseRevision, changes }: PatchOnBase): Promise<void> {
    const repository = await this.open(workspaceId);
    if (repository) await applyToBase(repository, baseRevision, changes);
  }
}

/** Throws `base_not_found` and `patch_does_not_apply`. */
export async function applyToBase(
  repository: Repository,
  baseRevision: string,
  changes: readonly FileChange[],
): Promise<{ readonly base: Snapshot; readonly files: readonly PatchedFile[] }> {
  const base = await repository.snapshot(baseRevision);
  if (base) return { base, files: await applyPatch(changes, base) };
  throw proposalProblems.base_not_found(
    `The repository has no commit ${baseRevision.slice(0, 64)}. Make the patch to one that it has, such as its HEAD.`,
    { base_revision: baseRevision },
  );
}

export async function findConflicts(
  changes: readonly FileChange[],
  base: Snapshot,
  head: Snapshot,
): Promise<BaseConflict[]> {
  const paths = changes.flatMap(({ from, to }) => [from, to]).filter((path) => path !== null);
  const conflicts: BaseConflict[] = [];
  for (const path of [...new Set(paths)].toSorted()) {
    const [before, now] = [await base.find(path), await head.find(path)];
    if (before?.oid === now?.oid && before?.mode === now?.mode) continue;
    const what = before === null ? 'added' : now === null ? 'removed' : 'changed';
    conflicts.push({ path, what });
  }
  return conflicts.length > 0 ? conflicts : findObstacles(changes, head);
}

async function findObstacles(
  changes: readonly FileChange[],
  head: Snapshot,
): Promise<BaseConflict[]> {
  try {
    await applyPatch(changes, head);
    return [];
  } catch (error) {
    if (!proposalProblems.patch_does_not_apply.is(error)) throw error;
    return [{ path: String(error.details['path']), what: 'in the way' }];
  }
}
