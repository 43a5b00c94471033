import type { Database } from '@galley/database';
import { newId, type Clock } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import { noteRestoreUnderApproval } from '../store/approval-in-force.ts';
import { publishedFolder, trashFolder, type ContentTree } from '../tree/content-tree.ts';
import { trustedStamp } from '../tree/known-file.ts';
import { placeOf } from '../document/read-document.ts';
import { noteRestoredSettings } from '../store/restored-settings.ts';
import { RestoredTreeRepository, type RestoredFile } from '../store/restored-tree-repository.ts';
import { originalPathOf } from '../tree/trash-path.ts';
import { refusal } from '../tree/storage-failure.ts';
import { TrashRepository } from '../store/trash-repository.ts';
import type { TreeReconciler } from './tree-reconciler.ts';

export interface PreviousTree {
  readonly reconciler: TreeReconciler;
  readonly settings: () => SiteSettings;
}

/** The tree that was unpacked in the place of the previous one. */
export interface NewTree {
  readonly tree: ContentTree;
  readonly clock: Clock;
  /** Every file of it; `path` is relative to the tree. */
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  /** Who restores. */
  readonly by: string;
  /** Approval was required until now: it is for everything that the tree brings, whatever its settings say. */
  readonly requireApproval: boolean;
}

const nothingRestored = 'What was saved last is not in its files yet, so nothing was restored.';

/**
 * Finishes saves and deletions that are half done, so that the files of the tree are all that was acknowledged.
 * Callers hold the whole tree, on this connection.
 */
export async function finishBeforeLeaving(
  connection: Database,
  { reconciler, settings }: PreviousTree,
): Promise<void> {
  const unfinished = await new RestoredTreeRepository(connection, '').unfinishedPaths();
  const moving = await new TrashRepository(connection).unfinishedPaths();
  for (const path of new Set([...unfinished, ...moving])) {
    const place = placeOf(path, settings());
    if (!place) continue;
    await reconciler.requireVacated(connection, place, nothingRestored);
    const reconciled = await reconciler.reconcile(connection, place);
    if (reconciled?.failure) throw refusal(reconciled.failure, nothingRestored);
  }
}

/**
 * Notes, after a tree was put in the place of another, which documents have other files by that, and by whom; how many
 * those are. What that means for each is decided when it is looked at next: by the next scan, or by whoever is sooner.
 * It may be done again. Whoever calls it holds the whole tree, with this connection.
 */
export async function noteNewTree(
  connection: Database,
  { tree, clock, files, by, requireApproval }: NewTree,
): Promise<number> {
  const at = clock.now();
  const sums = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  const documents: RestoredFile[] = [];
  for (const { path, sha256 } of files) {
    const stamp = mayBeDocument(path) ? await tree.stamp(path) : undefined;
    if (!stamp) continue;
    const mtimeMs = trustedStamp(stamp, at)?.mtimeMs ?? null;
    documents.push({ path, sha256, size: stamp.size, mtimeMs });
  }
  return connection.transaction().execute(async (transaction) => {
    if (requireApproval) await noteRestoreUnderApproval(transaction, newId());
    await noteRestoredSettings(transaction, { by, sums });
    const rows = new RestoredTreeRepository(transaction, by);
    await noteTrash(rows, sums, at);
    await rows.noteFiles(documents);
    const missing = (await rows.listLiving()).filter((path) => !sums.has(path));
    await rows.mark([...missing, ...differingCopies(await rows.publicCopies(), sums)]);
    return rows.countMarked();
  });
}

function mayBeDocument(path: string): boolean {
  return path.endsWith('.md') && !path.startsWith('.');
}

/** Documents beside which there is another public copy than the rows say, or none, or one too many. */
function differingCopies(
  wanted: ReadonlyMap<string, string>,
  sums: ReadonlyMap<string, string>,
): string[] {
  const prefix = `${publishedFolder}/`;
  const found = [...sums].filter(([path]) => path.startsWith(prefix));
  const copies = new Map(found.map(([path, sum]) => [path.slice(prefix.length), sum]));
  const paths = new Set([...wanted.keys(), ...copies.keys()]);
  return [...paths].filter((path) => wanted.get(path) !== copies.get(path));
}

async function noteTrash(
  rows: RestoredTreeRepository,
  sums: ReadonlyMap<string, string>,
  at: Date,
): Promise<void> {
  const trashed = await rows.listTrashed();
  const lost = trashed.filter(({ path }) => !sums.has(path));
  const back = lost.filter(({ originalPath }) => sums.has(originalPath));
  await rows.takeFromTrash(back.map(({ path }) => path));
  // What was deleted since is not lost with the tree.
  const kept = lost.filter(({ originalPath }) => !sums.has(originalPath));
  await rows.putIntoTrashAgain(kept.map(({ path }) => path));
  const known = new Set(trashed.map(({ path }) => path));
  for (const path of sums.keys()) {
    if (!path.startsWith(`${trashFolder}/`) || known.has(path)) continue;
    const originalPath = originalPathOf(path);
    if (originalPath && !sums.has(originalPath)) await rows.addToTrash({ path, originalPath }, at);
  }
}
