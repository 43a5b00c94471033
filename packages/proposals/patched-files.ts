import type { FileChange } from '@galley/runcoord';
import { applyHunks, mostSteps, UnfitHunk, type Effort } from './apply-hunks.ts';
import { proposalProblems } from './problems.ts';
import type { Snapshot, TreeEntry } from './snapshot.ts';

/** Of a file that is changed, before and after. */
const mostFileBytes = 4 * 1_048_576;
/** Of all files as a patch leaves them. */
const mostBytes = 64 * 1_048_576;

/** A path as a patch finds and leaves it; null where there is no file. */
export interface PatchedFile {
  readonly path: string;
  readonly before: TreeEntry | null;
  readonly after: { readonly bytes: Buffer; readonly mode: string } | null;
}

/**
 * What a patch makes of a commit, by path. Each part sees the files of the commit, as `git apply` has it of diffs by
 * git. Throws `patch_does_not_apply` with `path` and `line`.
 */
export async function patchedFiles(
  changes: readonly FileChange[],
  base: Snapshot,
): Promise<PatchedFile[]> {
  const effort: Effort = { left: mostSteps };
  const files = new Map<string, PatchedFile>();
  let bytes = 0;
  for (const change of changes) {
    const { from, to, kind } = change;
    const source = from === null ? null : await sourceOf(change, from, base);
    if (from !== null && from !== to && kind !== 'copy' && !files.has(from))
      files.set(from, { path: from, before: source, after: null });
    const after = await afterOf(change, source, { base, effort });
    bytes += after?.bytes.length ?? 0;
    if (bytes > mostBytes) throw unfit(change, `the files come to more than ${mostBytes} bytes`);
    if (to !== null) files.set(to, { path: to, before: await base.find(to), after });
  }
  await requireRoom(changes, files, base);
  return [...files.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

export function unfit({ from, to, line }: FileChange, what: string, at = line): Error {
  const path = to ?? from;
  return proposalProblems.patch_does_not_apply(
    `The patch does not apply to its base: ${path}, line ${at} of the patch: ${what}.`,
    { path, line: at },
  );
}

async function sourceOf(change: FileChange, from: string, base: Snapshot): Promise<TreeEntry> {
  const found = await base.find(from);
  if (!found) throw unfit(change, `the base has no file ${from}`);
  if (found.type === 'tree') throw unfit(change, `${from} is a folder in the base`);
  if (found.type === 'blob' && ['100644', '100755'].includes(found.mode)) return found;
  throw unfit(change, `${from} is a link or another repository in the base, and no plain file`);
}

async function afterOf(
  change: FileChange,
  source: TreeEntry | null,
  { base, effort }: { readonly base: Snapshot; readonly effort: Effort },
): Promise<PatchedFile['after']> {
  const { hunks, kind } = change;
  const before = source === null ? Buffer.alloc(0) : await base.bytes(source);
  if (hunks.length > 0 && before.length > mostFileBytes)
    throw unfit(change, `the file has more than ${mostFileBytes} bytes`);
  const bytes = hunks.length === 0 ? before : placed(change, before, effort);
  if (kind !== 'delete') return { bytes, mode: source?.mode ?? '100644' };
  if (bytes.length === 0) return null;
  throw unfit(change, 'the file is to go, and has more in it than the patch removes');
}

function placed(change: FileChange, before: Buffer, effort: Effort): Buffer {
  try {
    return applyHunks(before, change.hunks, effort);
  } catch (error) {
    if (!(error instanceof UnfitHunk)) throw error;
    const { hunk, isTooMuch } = error;
    const what = isTooMuch
      ? 'looking for where its parts belong takes too long; make the patch anew, from the base'
      : `the base has not the lines that stand there, near its line ${hunk.oldStart}`;
    throw unfit(change, what, hunk.line);
  }
}

/** Nothing is where a file is to be made, and no file where a folder is. */
async function requireRoom(
  changes: readonly FileChange[],
  files: ReadonlyMap<string, PatchedFile>,
  base: Snapshot,
): Promise<void> {
  const vacated = new Set(
    changes.flatMap(({ kind, from }) => (kind === 'rename' || kind === 'delete' ? [from] : [])),
  );
  for (const change of changes) {
    if (change.to === null || change.kind === 'change') continue;
    const what =
      (await occupantOf(change.to, { files, base, vacated })) ??
      (await obstacleOn(change.to, files, base));
    if (what !== undefined) throw unfit(change, what);
  }
}

interface Ground {
  readonly files: ReadonlyMap<string, PatchedFile>;
  readonly base: Snapshot;
  /** Whose files are moved away or go. */
  readonly vacated: ReadonlySet<string>;
}

async function occupantOf(
  path: string,
  { files, base, vacated }: Ground,
): Promise<string | undefined> {
  const present = await base.find(path);
  if (!present || (present.type !== 'tree' && vacated.has(path))) return undefined;
  if (present.type !== 'tree') return `the base has a file ${path} already`;
  return (await isEmptied(base, path, files)) ? undefined : `${path} is a folder in the base`;
}

async function obstacleOn(
  path: string,
  files: ReadonlyMap<string, PatchedFile>,
  base: Snapshot,
): Promise<string | undefined> {
  for (const folder of foldersOf(path)) {
    const changed = files.get(folder);
    const present = changed ? changed.after : await base.find(folder);
    const isFolder = !present || ('type' in present && present.type === 'tree');
    if (!isFolder) return `${folder} is a file or a link, and no folder`;
  }
  return undefined;
}

async function isEmptied(
  base: Snapshot,
  folder: string,
  files: ReadonlyMap<string, PatchedFile>,
): Promise<boolean> {
  for await (const path of base.filesBelow(folder))
    if (files.get(path)?.after !== null) return false;
  return true;
}

/** The folders that a path lies in, the outermost first. */
export function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
