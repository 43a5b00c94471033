import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  editText,
  notEditable,
  type BuiltPatch,
  type FileChange,
  type FileEdit,
  type PatchExtension,
  type PatchOnBase,
  type PatchTrial,
} from '@galley/runcoord';
import { buildPatch, decodeText } from './build-patch.ts';
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

  async recount({ workspaceId, baseRevision, changes }: PatchOnBase): Promise<string | undefined> {
    const repository = await this.open(workspaceId);
    if (!repository) return undefined;
    const { base, files } = await applyToBase(repository, baseRevision, changes);
    return buildPatch(files, base);
  }

  async extend({ workspaceId, newest, edit }: PatchExtension): Promise<BuiltPatch | undefined> {
    const repository = await this.open(workspaceId);
    if (!repository) return undefined;
    const changes = newest?.changes ?? [];
    const baseRevision = await findEditBase(repository, newest);
    const { base, files } = await applyToBase(repository, baseRevision, changes);
    const patch = await buildPatch(await editFiles(files, base, edit), base);
    if (patch !== '') return { baseRevision, patch };
    throw notEditable(
      edit.path,
      'would equal its base, and the proposal has no other changes; withdraw it with proposal_withdraw instead',
    );
  }
}

async function findEditBase(
  repository: Repository,
  newest: PatchExtension['newest'],
): Promise<string> {
  const { commit } = await repository.head();
  if (!newest || newest.baseRevision === commit) return commit;
  const [base, head] = [
    await repository.snapshot(newest.baseRevision),
    await repository.snapshot(commit),
  ];
  const isSame = base && head && (await findConflicts(newest.changes, base, head)).length === 0;
  return isSame ? commit : newest.baseRevision;
}

async function editFiles(
  files: readonly PatchedFile[],
  base: Snapshot,
  edit: FileEdit,
): Promise<PatchedFile[]> {
  const { path } = edit;
  const patched = files.find((file) => file.path === path) ?? (await unpatched(path, base));
  const text = editText(patched.after && decodeText(path, patched.after.bytes), edit);
  const mode = patched.before?.mode ?? patched.after?.mode ?? '100644';
  const after = text === null ? null : { bytes: Buffer.from(text), mode };
  return [...files.filter((file) => file.path !== path), { ...patched, after }].toSorted(
    (one, other) => (one.path < other.path ? -1 : 1),
  );
}

async function unpatched(path: string, base: Snapshot): Promise<PatchedFile> {
  const before = await base.find(path);
  if (before === null) return { path, before, after: null };
  if (before.type === 'tree') throw notEditable(path, 'is a folder');
  if (!['100644', '100755'].includes(before.mode))
    throw notEditable(path, 'is a link or a submodule');
  return { path, before, after: { bytes: await base.bytes(before), mode: before.mode } };
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
