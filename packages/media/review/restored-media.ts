import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@galley/database';
import { MediaRepository } from '../media-repository.ts';
import { FileMediaStore } from '../store/file-media-store.ts';
import { sidecarOf } from '../store/media-path.ts';
import type { MediaStore } from '../store/media-store.ts';
import { incomingFolder } from '../store/staging.ts';
import { PendingChanges, type PendingChangesOptions } from './pending-changes.ts';
import { listMarkedPaths, publicCopyOf } from './public-version.ts';

/** The tree about to replace the present one. */
export interface NewMediaTree {
  readonly folder: string;
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  readonly by: string;
}

interface PresentMedia extends PendingChangesOptions {
  readonly contentDirectory: string;
}

/**
 * Where the restored tree changes or removes a file used by a public page, the present public version is copied into
 * it and the restored one is pending (ADD-MED-1). The caller holds the tree lock.
 */
export async function keepPublicVersions(
  connection: Database,
  { store, clock, policy, contentDirectory }: PresentMedia,
  { folder, files, by }: NewMediaTree,
): Promise<void> {
  if (!policy.requiresApproval()) return;
  const pending = new PendingChanges({ store, clock, policy });
  const newStore = await FileMediaStore.open(folder);
  const restored = new PendingChanges({ store: newStore, clock, policy });
  const sums = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  const now = clock.now().toISOString();
  const changed = await new MediaRepository(connection).changedPaths(sums);
  for (const path of new Set([...changed, ...(await listMarkedPaths(contentDirectory))])) {
    if (!(await pending.isUsedPublicly(connection, path))) continue;
    const marker = (await pending.find(path)) ?? { contributors: [], since: now };
    const source = (await pending.stateOf(path)) === 'pending' ? publicCopyOf(path) : path;
    const there = await restored.find(path);
    const contributors = [...marker.contributors, ...(there?.contributors ?? []), by];
    await copy(store, sidecarOf(source), { to: newStore, path: sidecarOf(publicCopyOf(path)) });
    await copy(store, source, { to: newStore, path: publicCopyOf(path) });
    await restored.write(path, {
      contributors: [...new Set(contributors)],
      since: marker.since,
      changedAt: now,
      requestedChanges: null,
    });
  }
  // Temporary uploads must not move with the tree.
  await rm(join(folder, incomingFolder), { recursive: true, force: true });
}

async function copy(
  store: MediaStore,
  from: string,
  { to, path }: { readonly to: MediaStore; readonly path: string },
): Promise<void> {
  if (!(await store.stat(from))) return to.delete(path);
  await to.replace(await to.stage(await store.read(from)), path);
}
