import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { DomainError, sha256 } from '@galley/kernel';
import { inspectFile } from './inspect/inspect-file.ts';
import type { Inspected } from './inspect/inspected.ts';
import { findKindByName } from './inspect/media-kinds.ts';
import type { MediaFacts } from './media-record.ts';
import { emptyMetadata, isAltMissing } from './metadata/media-metadata.ts';
import { readSidecar } from './metadata/sidecar.ts';
import type { Picture } from './picture.ts';
import { mediaProblems } from './problems.ts';
import { nameOf, sidecarOf } from './store/media-path.ts';
import type { MediaStore } from './store/media-store.ts';

export interface ReadingOptions {
  readonly store: MediaStore;
  readonly pictures: WorkingPictures;
}

/** Measures working versions, whichever version is public. */
export interface WorkingPictures {
  describeWorking(path: string): Promise<Picture | undefined>;
}

export type KnownBytes = Inspected &
  Pick<MediaFacts, 'sha256'> &
  Partial<Pick<MediaFacts, 'problem'>>;

/** Empty without a sidecar. */
export interface Sidecar {
  readonly text: string | undefined;
  readonly revision: string;
}

/** Larger sidecars are refused. */
const maxSidecarBytes = 256 * 1024;

/** Undefined when missing. Invalid files have the reason in `problem`. */
export async function readMediaFile(
  { store, pictures }: ReadingOptions,
  path: string,
  known?: KnownBytes,
): Promise<MediaFacts | undefined> {
  const stat = await store.stat(path);
  if (!stat) return undefined;
  const sidecarStamp = (await store.stat(sidecarOf(path)))?.stamp ?? '';
  const bytes = known ?? (await readBytes(store, path));
  const { metadata, revision, problem } = await readMetadata(store, path);
  const { uploaded_by: by, uploaded_at: at, ...described } = metadata;
  const { type, width, height } = bytes;
  const isPicture = type.startsWith('image/');
  const picture = isPicture ? await pictures.describeWorking(path) : undefined;
  return {
    type,
    width,
    height,
    exif: bytes.exif,
    sha256: bytes.sha256,
    size: stat.size,
    stamp: stat.stamp,
    sidecarStamp,
    picture: picture ?? null,
    metadata: described,
    metadataRevision: revision,
    isAltMissing: isPicture && isAltMissing(metadata),
    origin: by === null || at === null ? null : { uploadedBy: by, uploadedAt: new Date(at) },
    problem: bytes.problem ?? problem,
  };
}

/** Throws `invalid_metadata` for an oversized sidecar. */
export async function findSidecar(store: MediaStore, path: string): Promise<Sidecar> {
  const place = sidecarOf(path);
  const stat = await store.stat(place);
  if (!stat) return { text: undefined, revision: '' };
  if (stat.size > maxSidecarBytes) {
    throw mediaProblems.invalid_metadata(
      `${place} has more than ${maxSidecarBytes} bytes. Make it shorter.`,
    );
  }
  const found = await text(await store.read(place));
  return { text: found, revision: sha256(found) };
}

async function readMetadata(store: MediaStore, path: string) {
  try {
    const { text: found, revision } = await findSidecar(store, path);
    const metadata = found === undefined ? emptyMetadata : readSidecar(found);
    return { metadata, revision, problem: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { metadata: emptyMetadata, revision: '', problem: error.message };
  }
}

async function readBytes(store: MediaStore, path: string): Promise<KnownBytes> {
  const hash = createHash('sha256');
  await pipeline(await store.read(path), hash);
  const found = await store.withFile(path, (file) => inspectBytes(file, nameOf(path)));
  return { ...found, sha256: hash.digest('hex') };
}

async function inspectBytes(
  file: string,
  name: string,
): Promise<Inspected & { readonly problem: string | null }> {
  try {
    return { ...(await inspectFile(file, name)), problem: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const type = findKindByName(name)?.type ?? 'application/octet-stream';
    return { type, width: null, height: null, exif: null, problem: error.message };
  }
}
