import type { Database } from '@galley/database';
import { newId, type Clock } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import { noteRestoreUnderApproval } from '../store/approval-in-force.ts';
import { publishedFolder, trashFolder, type ContentTree } from '../tree/content-tree.ts';
import { trustedStamp } from '../tree/known-file.ts';
import { locateDocument } from '../document/read-document.ts';
import { noteRestoredSettings } from '../store/restored-settings.ts';
import { RestoredTreeRepository, type RestoredFile } from '../store/restored-tree-repository.ts';
import { originalPathOf } from '../tree/trash-path.ts';
import { createStorageError } from '../tree/storage-failure.ts';
import { TrashRepository } from '../store/trash-repository.ts';
import type { TreeReconciler } from './tree-reconciler.ts';

export interface PreviousTree {
  readonly reconciler: TreeReconciler;
  readonly settings: () => SiteSettings;
}

export interface NewTree {
  readonly tree: ContentTree;
  readonly clock: Clock;
  /** `path` is relative to the tree. */
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  readonly by: string;
  /** As before the restore: it stays required for all files, whatever the tree's settings. */
  readonly requireApproval: boolean;
}

const nothingRestored = 'The latest saves are not written to files yet, so nothing was restored.';

/** The tree then holds everything acknowledged. Requires the exclusive tree lock on this connection. */
export async function finishPendingWrites(
  connection: Database,
  { reconciler, settings }: PreviousTree,
): Promise<void> {
  const unfinished = await new RestoredTreeRepository(connection, '').unfinishedPaths();
  const moving = await new TrashRepository(connection).unfinishedPaths();
  for (const path of new Set([...unfinished, ...moving])) {
    const place = locateDocument(path, settings());
    if (!place) continue;
    const reconciled = await reconciler.reconcile(connection, place, { refusal: nothingRestored });
    if (reconciled?.failure) throw createStorageError(reconciled.failure, nothingRestored);
  }
}

/** Idempotent. Requires the exclusive tree lock on this connection. The next scan reconciles the documents. */
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
  // Documents deleted since the backup stay in the trash.
  const kept = lost.filter(({ originalPath }) => !sums.has(originalPath));
  await rows.putIntoTrashAgain(kept.map(({ path }) => path));
  const known = new Set(trashed.map(({ path }) => path));
  for (const path of sums.keys()) {
    if (!path.startsWith(`${trashFolder}/`) || known.has(path)) continue;
    const originalPath = originalPathOf(path);
    if (originalPath && !sums.has(originalPath)) await rows.addToTrash({ path, originalPath }, at);
  }
}
