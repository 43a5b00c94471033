import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { DomainError, sha256 } from '@galley/kernel';
import { emptyMetadata, type MediaMetadata } from '../metadata/media-metadata.ts';
import { readSidecar } from '../metadata/sidecar.ts';
import { findSidecar } from '../read-media-file.ts';
import type { MediaStore } from '../store/media-store.ts';
import { publicCopyOf } from './public-version.ts';

export async function isSameVersion(store: MediaStore, path: string): Promise<boolean> {
  const copy = publicCopyOf(path);
  const [working, open] = await Promise.all([store.stat(path), store.stat(copy)]);
  if (!working || !open) return !working && !open;
  if (working.size !== open.size) return false;
  if ((await readPublicDigest(store, path)) !== (await readPublicDigest(store, copy))) return false;
  return (await hashFile(store, path)) === (await hashFile(store, copy));
}

/** Tags and uploader are internal. */
export function digestPublicMetadata(metadata: Partial<MediaMetadata>): string {
  const { title, alt, caption, credit, decorative, focal_x, focal_y } = {
    ...emptyMetadata,
    ...metadata,
  };
  return sha256(JSON.stringify([title, alt, caption, credit, decorative, focal_x, focal_y]));
}

async function readPublicDigest(store: MediaStore, path: string): Promise<string> {
  const { text, revision } = await findSidecar(store, path);
  try {
    return digestPublicMetadata(text === undefined ? {} : readSidecar(text));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return revision;
  }
}

async function hashFile(store: MediaStore, path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(await store.read(path), hash);
  return hash.digest('hex');
}
