import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { Database } from '@galley/database';
import { MediaTrashRepository, type NewTrashEntry } from './media-trash-repository.ts';
import { sidecarOf } from './store/media-path.ts';
import type { MediaStore } from './store/media-store.ts';

/** Copies a file and its metadata to the trash, before it is replaced. The caller holds both locks. */
export async function keepVersion(
  { store, connection }: { readonly store: MediaStore; readonly connection: Database },
  entry: NewTrashEntry,
): Promise<void> {
  const { path, originalPath } = entry;
  const sidecar = sidecarOf(originalPath);
  if (await store.stat(sidecar)) {
    const metadata = await text(await store.read(sidecar));
    await store.replace(await store.stage(Readable.from([metadata])), sidecarOf(path));
  }
  await store.replace(await store.stage(await store.read(originalPath)), path);
  await new MediaTrashRepository(connection).takeCopy(entry);
}
