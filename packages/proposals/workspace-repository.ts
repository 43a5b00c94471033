import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { FileChange, PatchOnBase, PatchTrial } from '@galley/runcoord';
import { patchedFiles, type PatchedFile } from './patched-files.ts';
import { proposalProblems } from './problems.ts';
import { Repository, unusable } from './repository.ts';
import type { Snapshot } from './snapshot.ts';

export interface WorkspaceRepositoryOptions {
  readonly workspaceId: string;
  /** Where the repository of the workspace is, or a folder in it: an absolute path. Undefined: it has none. */
  readonly directory: string | undefined;
}

/** Where `coordinator.workspace.repository` leads from a project; undefined when it is none, or an address elsewhere. */
export function repositoryFolder(
  projectDirectory: string,
  place: string | undefined,
): string | undefined {
  const isAddress = /^(?:[a-z][a-z0-9+.-]*:\/\/|[^/\\]+@[^/\\]+:)/i.test(place ?? '');
  return place === undefined || isAddress ? undefined : resolve(projectDirectory, place);
}

/** What has changed between the base of a patch and where its branch is now. */
export interface BaseConflict {
  readonly path: string;
  readonly what: 'added' | 'changed' | 'removed' | 'in the way';
}

/** The repository of the workspace that is configured; others have none here. */
export class WorkspaceRepository implements PatchTrial {
  readonly #options: WorkspaceRepositoryOptions;

  constructor(options: WorkspaceRepositoryOptions) {
    this.#options = options;
  }

  /** Undefined when the workspace has none. Throws `repository_unusable`. */
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
    if (repository) await onBase(repository, baseRevision, changes);
  }
}

/** The files of a patch on its base. Throws `base_not_found` and `patch_does_not_apply`. */
export async function onBase(
  repository: Repository,
  baseRevision: string,
  changes: readonly FileChange[],
): Promise<{ readonly base: Snapshot; readonly files: readonly PatchedFile[] }> {
  const base = await repository.snapshot(baseRevision);
  if (base) return { base, files: await patchedFiles(changes, base) };
  throw proposalProblems.base_not_found(
    `The repository has no commit ${baseRevision.slice(0, 64)}. Make the patch to one that it has, such as its HEAD.`,
    { base_revision: baseRevision },
  );
}

/** Which paths that a patch reads or touches are not as on its base. */
export async function conflictsOf(
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
  return conflicts.length > 0 ? conflicts : obstacles(changes, head);
}

/** What has come where a path of the patch has to lead through, such as a link in place of a folder. */
async function obstacles(changes: readonly FileChange[], head: Snapshot): Promise<BaseConflict[]> {
  try {
    await patchedFiles(changes, head);
    return [];
  } catch (error) {
    if (!proposalProblems.patch_does_not_apply.is(error)) throw error;
    return [{ path: String(error.details['path']), what: 'in the way' }];
  }
}
