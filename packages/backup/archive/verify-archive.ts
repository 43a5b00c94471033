import { stat } from 'node:fs/promises';
import { ArchiveFault, ArchiveReader, readComment, type ArchiveEntry } from '@galley/archive';
import { isEncrypted } from '../encryption/age-stream.ts';
import { readSealedSummary } from '../encryption/encrypt-archive.ts';
import { inParallel } from '../in-parallel.ts';
import {
  manifestEntry,
  parseManifest,
  parseSummary,
  type ArchivedFile,
  type ArchiveManifest,
  type ArchiveSummary,
} from './manifest.ts';

export interface VerifyArchiveOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface VerifiedArchive {
  readonly manifest: ArchiveManifest;
  readonly size: number;
}

const filesAtOnce = 4;
const maxManifestBytes = 256 * 1024 * 1024;

/** All listed files must exist with their size and checksum, and no others. @throws `invalid_archive` */
export async function verifyArchive(
  path: string,
  { signal, onProgress }: VerifyArchiveOptions = {},
): Promise<VerifiedArchive> {
  await using archive = await ArchiveReader.open(path);
  const manifest = await readManifest(archive);
  const pairs = matchEntries(archive.entries, manifest);
  let done = 0;
  await inParallel(pairs, filesAtOnce, async ([file, entry]) => {
    signal?.throwIfAborted();
    requireSum(await archive.sha256(entry), file);
    done += 1;
    onProgress?.(done, pairs.length);
  });
  return { manifest, size: archive.size };
}

export interface ArchiveInfo extends ArchiveSummary {
  readonly size: number;
  readonly isEncrypted: boolean;
}

/** Falls back to the manifest if another program repacked the archive. @throws `invalid_archive` */
export async function readArchiveInfo(path: string): Promise<ArchiveInfo> {
  if (await isEncrypted(path)) {
    const { size } = await stat(path);
    return { ...(await readSealedSummary(path)), size, isEncrypted: true };
  }
  const { comment, size } = await readComment(path);
  if (comment !== '') return { ...parseSummary(comment), size, isEncrypted: false };
  await using archive = await ArchiveReader.open(path);
  const { files: _files, ...summary } = await readManifest(archive);
  return { ...summary, size, isEncrypted: false };
}

export async function readManifest(archive: ArchiveReader): Promise<ArchiveManifest> {
  const entry = archive.entries.findLast(({ name }) => name === manifestEntry);
  if (!entry) throw withoutManifest(archive);
  if (entry.size > maxManifestBytes)
    throw new ArchiveFault(`is larger than ${maxManifestBytes} bytes`, manifestEntry);
  return parseManifest((await archive.read(entry)).toString());
}

function withoutManifest({ entries }: ArchiveReader): Error {
  const nested = entries.find(({ name }) => name.endsWith(`/${manifestEntry}`));
  return new ArchiveFault(
    nested
      ? `The archive has ${JSON.stringify(nested.name)} instead of ${manifestEntry}: pack the contents of that folder, without the folder itself`
      : `The archive has no ${manifestEntry}: it is not a Galley backup, or it is incomplete`,
  );
}

/** Refuses files that only one of the two has. */
export function matchEntries(
  entries: readonly ArchiveEntry[],
  { files }: ArchiveManifest,
): (readonly [ArchivedFile, ArchiveEntry])[] {
  const byName = new Map<string, ArchiveEntry>();
  for (const entry of entries.filter(({ name }) => !name.endsWith('/'))) {
    if (byName.has(entry.name)) throw new ArchiveFault('appears twice', entry.name);
    byName.set(entry.name, entry);
  }
  byName.delete(manifestEntry);
  const pairs = files.map((file) => {
    const entry = byName.get(file.path);
    if (!entry)
      throw new ArchiveFault('is listed in the manifest but missing from the archive', file.path);
    if (entry.size !== file.size)
      throw new ArchiveFault(
        `has ${entry.size} bytes instead of the ${file.size} in the manifest: its size differs`,
        file.path,
      );
    byName.delete(file.path);
    return [file, entry] as const;
  });
  for (const name of byName.keys()) throw new ArchiveFault('is not listed in the manifest', name);
  return pairs;
}

export function requireSum(sum: string, { path, sha256 }: ArchivedFile): void {
  if (sum !== sha256)
    throw new ArchiveFault('does not match the SHA-256 checksum in the manifest', path);
}
