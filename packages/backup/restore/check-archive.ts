import {
  ArchiveFault,
  ArchiveReader,
  checkEntries,
  foldedName,
  type ArchiveEntry,
  type ArchiveLimits,
} from '@galley/archive';
import { isEntryName } from '../archive/entry-name.ts';
import { manifestEntry, type ArchivedFile, type ArchiveManifest } from '../archive/manifest.ts';
import { matchEntries, readManifest } from '../archive/verify-archive.ts';
import { mediaFolders, reservedFolders } from '../tree-folders.ts';
import { backupProblems } from '../problems.ts';

/** Checksums are verified while reading. */
export interface CheckedArchive extends AsyncDisposable {
  readonly manifest: ArchiveManifest;
  readonly files: readonly (readonly [ArchivedFile, ArchiveEntry])[];
  readonly reader: ArchiveReader;
}

const limits: ArchiveLimits = {
  maxEntries: 1_000_000,
  maxBytes: Infinity,
  maxRatio: 100,
  harmlessBytes: 8 * 1024 ** 3,
};

/** Writes nothing. @throws `invalid_archive`, with a sentence that names the entry */
export function checkArchive(file: string): Promise<CheckedArchive> {
  return refusingFaults(async () => {
    const reader = await ArchiveReader.open(file, limits.maxEntries);
    try {
      checkEntries(reader.entries, reader.size, limits);
      for (const { name } of reader.entries) checkLocation(name);
      const manifest = await readManifest(reader);
      const files = matchEntries(reader.entries, manifest);
      checkMedia(manifest);
      return {
        manifest,
        files,
        reader,
        [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose](),
      };
    } catch (error) {
      await reader[Symbol.asyncDispose]();
      throw error;
    }
  });
}

/** As `invalid_archive`, with the assurance that nothing was changed. */
export async function refusingFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    const { entry, fault } = error;
    const sentence =
      entry === undefined
        ? fault
        : `The archive cannot be restored: the entry ${JSON.stringify(entry)} ${fault}`;
    throw backupProblems.invalid_archive(`${sentence}. Nothing was changed.`);
  }
}

function checkLocation(name: string): void {
  const path = name.endsWith('/') ? name.slice(0, -1) : name;
  if ([manifestEntry, 'content', 'database'].includes(path)) return;
  if (!isEntryName(path)) throw new ArchiveFault('is outside "content/" and "database/"', name);
  const [first, second = '', ...rest] = path.split('/');
  if (first !== 'content') return;
  // Case-insensitive file systems treat .GIT as .git.
  const isReserved = reservedFolders.has(foldedName(second));
  const isGit = [second, ...rest].some((part) => /^(\.git|git~\d+)$/.test(foldedName(part)));
  if (isReserved || isGit) throw new ArchiveFault('is in a folder that is not restored', name);
}

function checkMedia({ includeMedia, files }: ArchiveManifest): void {
  if (includeMedia) return;
  const media = files.find(({ path }) =>
    mediaFolders.some((folder) => path.startsWith(`content/${folder}/`)),
  );
  if (media)
    throw new ArchiveFault(
      'is a media file, but the manifest says that the backup has no media',
      media.path,
    );
}
