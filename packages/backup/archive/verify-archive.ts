import { backupProblems } from '../problems.ts';
import { ArchiveReader, readComment, type ArchiveEntry } from './archive-reader.ts';
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
  /** Files that were compared, of how many. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface VerifiedArchive {
  readonly manifest: ArchiveManifest;
  /** Of the archive, in bytes. */
  readonly size: number;
}

const atOnce = 4;
const largestManifest = 256 * 1024 * 1024;

/**
 * Reads an archive from end to end and compares it with its manifest: every file that is listed is there with its size
 * and sum, and nothing else is. Throws `invalid_archive` with the first thing that is wrong.
 */
export async function verifyArchive(
  path: string,
  { signal, onProgress }: VerifyArchiveOptions = {},
): Promise<VerifiedArchive> {
  await using archive = await ArchiveReader.open(path);
  const manifest = await readManifest(archive);
  const pairs = matchEntries(archive.entries, manifest);
  let done = 0;
  const remaining = pairs.values();
  const work = async (): Promise<void> => {
    for (const [file, entry] of remaining) {
      signal?.throwIfAborted();
      await requireSum(archive, file, entry);
      done += 1;
      onProgress?.(done, pairs.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { manifest, size: archive.size };
}

/**
 * Summary of an archive: from its comment in two or three reads, or from its manifest where another program packed the
 * archive again and left the comment out. Throws `invalid_archive` for anything that is not a Galley backup.
 */
export async function readArchiveInfo(path: string): Promise<ArchiveSummary & { size: number }> {
  const { comment, size } = await readComment(path);
  if (comment !== '') return { ...parseSummary(comment), size };
  await using archive = await ArchiveReader.open(path);
  const { files: _files, ...summary } = await readManifest(archive);
  return { ...summary, size };
}

/** The manifest of an archive; nothing else of it is looked at. */
export async function readManifest(archive: ArchiveReader): Promise<ArchiveManifest> {
  const entry = archive.entries.findLast(({ name }) => name === manifestEntry);
  if (!entry) throw withoutManifest(archive);
  if (entry.size > largestManifest)
    throw backupProblems.invalid_archive('The manifest of the archive is too large.');
  return parseManifest((await archive.read(entry)).toString());
}

function withoutManifest({ entries }: ArchiveReader): Error {
  const nested = entries.find(({ name }) => name.endsWith(`/${manifestEntry}`));
  return backupProblems.invalid_archive(
    nested
      ? `The archive has ${JSON.stringify(nested.name)} where a backup has ${manifestEntry}: pack the contents of that folder, without the folder itself.`
      : `The archive is no backup of Galley: it has no ${manifestEntry}.`,
  );
}

/** Each file of the manifest with its entry. */
function matchEntries(
  entries: readonly ArchiveEntry[],
  { files }: ArchiveManifest,
): (readonly [ArchivedFile, ArchiveEntry])[] {
  const byName = new Map<string, ArchiveEntry>();
  for (const entry of entries) {
    if (byName.has(entry.name)) throw wrong(entry.name, 'is in the archive twice');
    byName.set(entry.name, entry);
  }
  byName.delete(manifestEntry);
  const pairs = files.map((file) => {
    const entry = byName.get(file.path);
    if (!entry) throw wrong(file.path, 'is in the manifest and not in the archive');
    if (entry.size !== file.size) throw wrong(file.path, 'has another size than the manifest says');
    byName.delete(file.path);
    return [file, entry] as const;
  });
  for (const name of byName.keys()) throw wrong(name, 'is in the archive and not in the manifest');
  return pairs;
}

async function requireSum(
  archive: ArchiveReader,
  file: ArchivedFile,
  entry: ArchiveEntry,
): Promise<void> {
  const sum = await archive.sha256(entry);
  if (sum !== file.sha256)
    throw wrong(file.path, 'is not what the manifest says: its SHA-256 differs');
}

function wrong(name: string, what: string): Error {
  return backupProblems.invalid_archive(`${JSON.stringify(name)} ${what}.`);
}
