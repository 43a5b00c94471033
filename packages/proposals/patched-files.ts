import type { FileChange } from '@galley/runcoord';
import { applyHunks, maxSteps, UnmatchedHunk, type WorkBudget } from './apply-hunks.ts';
import { proposalProblems } from './problems.ts';
import type { Snapshot, TreeEntry } from './snapshot.ts';

/** Applies before and after the patch. */
export const maxFileBytes = 4 * 1_048_576;
/** Applies to the sum of all resulting files. */
const maxBytes = 64 * 1_048_576;

/** Null without a file. */
export interface PatchedFile {
  readonly path: string;
  readonly before: TreeEntry | null;
  readonly after: { readonly bytes: Buffer; readonly mode: string } | null;
}

/** Each part sees the files of the commit, as in git. Throws `patch_does_not_apply` with `path` and `line`. */
export async function applyPatch(
  changes: readonly FileChange[],
  base: Snapshot,
): Promise<PatchedFile[]> {
  const effort: WorkBudget = { left: maxSteps };
  const files = new Map<string, PatchedFile>();
  let bytes = 0;
  for (const change of changes) {
    const { from, to, kind } = change;
    const source = from === null ? null : await findSource(change, from, base);
    if (from !== null && from !== to && kind !== 'copy' && !files.has(from))
      files.set(from, { path: from, before: source, after: null });
    const after = await applyChange(change, source, { base, effort });
    bytes += after?.bytes.length ?? 0;
    if (bytes > maxBytes)
      throw patchConflict(change, `the files come to more than ${maxBytes} bytes`);
    if (to !== null) files.set(to, { path: to, before: await base.find(to), after });
  }
  await requireFreePaths(changes, files, base);
  return [...files.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

export function patchConflict({ from, to, line }: FileChange, what: string, at = line): Error {
  const path = to ?? from;
  return proposalProblems.patch_does_not_apply(
    `The patch does not apply to its base: ${path}, line ${at} of the patch: ${what}.`,
    { path, line: at },
  );
}

async function findSource(change: FileChange, from: string, base: Snapshot): Promise<TreeEntry> {
  const found = await base.find(from);
  if (!found) throw patchConflict(change, `the base has no file ${from}`);
  if (found.type === 'tree') throw patchConflict(change, `${from} is a folder in the base`);
  if (found.type === 'blob' && ['100644', '100755'].includes(found.mode)) return found;
  throw patchConflict(
    change,
    `${from} is a link or another repository in the base, and no plain file`,
  );
}

async function applyChange(
  change: FileChange,
  source: TreeEntry | null,
  { base, effort }: { readonly base: Snapshot; readonly effort: WorkBudget },
): Promise<PatchedFile['after']> {
  const { hunks, kind } = change;
  const before = source === null ? Buffer.alloc(0) : await base.bytes(source);
  if (hunks.length > 0 && before.length > maxFileBytes)
    throw patchConflict(change, `the file has more than ${maxFileBytes} bytes`);
  const bytes = hunks.length === 0 ? before : applyToBytes(change, before, effort);
  if (kind !== 'delete') return { bytes, mode: source?.mode ?? '100644' };
  if (bytes.length === 0) return null;
  throw patchConflict(change, 'the file is to go, and has more in it than the patch removes');
}

function applyToBytes(change: FileChange, before: Buffer, effort: WorkBudget): Buffer {
  try {
    return applyHunks(before, change.hunks, effort);
  } catch (error) {
    if (!(error instanceof UnmatchedHunk)) throw error;
    throw patchConflict(change, describeMismatch(error), error.hunk.line);
  }
}

function describeMismatch({ hunk, isTooMuch, matchCount }: UnmatchedHunk): string {
  if (isTooMuch) return 'locating its hunks takes too long; create the patch again from the base';
  const where = `the base has not the lines that stand there, near its line ${hunk.oldStart}`;
  if (!hunk.isRecounted) return where;
  const why = matchCount > 1 ? `its lines match at ${matchCount} places; add context lines` : where;
  return `the line counts of this hunk are wrong, and ${why}`;
}

/** New files must replace nothing, and their folders must not be files. */
async function requireFreePaths(
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
      (await describeOccupant(change.to, { files, base, vacated })) ??
      (await describeObstacle(change.to, files, base));
    if (what !== undefined) throw patchConflict(change, what);
  }
}

interface PatchContext {
  readonly files: ReadonlyMap<string, PatchedFile>;
  readonly base: Snapshot;
  readonly vacated: ReadonlySet<string>;
}

async function describeOccupant(
  path: string,
  { files, base, vacated }: PatchContext,
): Promise<string | undefined> {
  const present = await base.find(path);
  if (!present || (present.type !== 'tree' && vacated.has(path))) return undefined;
  if (present.type !== 'tree') return `the base has a file ${path} already`;
  return (await isEmptied(base, path, files)) ? undefined : `${path} is a folder in the base`;
}

async function describeObstacle(
  path: string,
  files: ReadonlyMap<string, PatchedFile>,
  base: Snapshot,
): Promise<string | undefined> {
  for (const folder of listParents(path)) {
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

/** Outermost first. */
export function listParents(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
