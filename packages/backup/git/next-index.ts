import { sameStat } from './file-stat.ts';
import type { KeptTree, TreeFile } from './folder-tree.ts';
import { submoduleMode } from './git-object.ts';
import type { IndexEntry } from './git-index.ts';
import { Places } from './places.ts';
import type { KeptFile } from './snapshot-files.ts';
import type { LeftOut } from './work-tree.ts';

/** What a snapshot holds, and what the index says after it. */
export interface Next {
  readonly files: readonly TreeFile[];
  readonly entries: readonly IndexEntry[];
}

/**
 * The files on disk, and, of what is not looked at there, what the index has. In the snapshot everything is as on
 * disk; bytes that somebody staged and that are neither on disk nor in a commit stay staged.
 */
export async function nextIndex(
  before: readonly IndexEntry[],
  found: {
    readonly kept: readonly KeptFile[];
    readonly leftOut: readonly LeftOut[];
    readonly head: KeptTree;
  },
): Promise<Next> {
  const known = new Map(before.map((entry) => [entry.path, entry]));
  const onDisk = new Places(found.kept.map(({ path }) => path));
  const files: TreeFile[] = [...found.kept];
  const entries: IndexEntry[] = [];
  for (const entry of before) {
    if (onDisk.isTaken(entry.path)) continue;
    const isKept = isNotLookedAt(entry, found.leftOut);
    if (isKept) files.push({ path: entry.path, mode: entry.mode, hash: entry.hash, size: 0 });
    if (isKept || (await isOnlyStaged(entry, undefined, found.head))) entries.push(entry);
  }
  for (const file of found.kept) {
    const entry = known.get(file.path);
    const isStaged = entry && (await isOnlyStaged(entry, file, found.head));
    entries.push(isStaged ? entry : entryOf(file, entry));
  }
  return { files, entries };
}

function isNotLookedAt(entry: IndexEntry, leftOut: readonly LeftOut[]): boolean {
  if (entry.skipWorktree || entry.mode === submoduleMode) return true;
  return leftOut.some(({ path }) => entry.path === path || entry.path.startsWith(`${path}/`));
}

async function isOnlyStaged(
  entry: IndexEntry,
  file: KeptFile | undefined,
  head: KeptTree,
): Promise<boolean> {
  if (entry.intentToAdd || entry.hash === file?.hash) return false;
  return (await head.find(entry.path))?.hash !== entry.hash;
}

function entryOf({ path, mode, hash, stat }: KeptFile, before: IndexEntry | undefined): IndexEntry {
  if (before?.hash === hash && before.mode === mode && sameStat(before.stat, stat)) return before;
  const assumeUnchanged = before?.assumeUnchanged ?? false;
  const flags = { stage: 0, assumeUnchanged, skipWorktree: false, intentToAdd: false };
  return { path, mode, hash, stat, ...flags };
}
