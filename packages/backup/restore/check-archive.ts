import { openPromise, type Entry, type ZipFile } from 'yauzl';
import {
  manifestEntry,
  parseManifest,
  type ArchivedFile,
  type ArchiveManifest,
} from '../archive/manifest.ts';
import { mediaFolders } from '../passing-places.ts';
import { backupProblems } from '../problems.ts';
import { checkEntry, folded, nameOf, refused } from './entry-rules.ts';

/** A file of an archive: as its manifest has it, and where it is to be read. */
export interface CheckedFile extends ArchivedFile {
  readonly entry: Entry;
}

/** An archive that is what it says it is, but for the sums: those are checked where the files are read. */
export interface CheckedArchive extends AsyncDisposable {
  readonly manifest: ArchiveManifest;
  readonly files: readonly CheckedFile[];
  readonly zip: ZipFile;
}

const mostEntries = 1_000_000;
const mostManifestBytes = 256 * 1024 * 1024;
/** What unpacks to more than this many times its size, and to more than this many bytes, is taken for a bomb. */
const mostRatio = 100;
const bytesOfBomb = 8 * 1024 ** 3;

/**
 * Opens an archive and holds it against its manifest and against everything that is known to be wrong with hostile
 * ones. Writes nothing.
 *
 * @throws `invalid_archive`, with a sentence that names the entry.
 */
export async function checkArchive(file: string): Promise<CheckedArchive> {
  const zip = await open(file);
  try {
    const entries = await readEntries(zip);
    const manifest = await readManifest(zip, entries.get(manifestEntry));
    const files = matched(manifest, entries);
    checkNames([...entries.keys()]);
    checkPlacement(zip, [...entries.values()]);
    checkMedia(manifest);
    return { manifest, files, zip, [Symbol.asyncDispose]: () => closed(zip) };
  } catch (error) {
    await closed(zip);
    throw error;
  }
}

async function open(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { autoClose: false, decodeStrings: false });
  } catch (error) {
    throw unreadable(error);
  }
}

function closed(zip: ZipFile): Promise<void> {
  zip.close();
  return Promise.resolve();
}

/** Of an error of the file system, as such; of any other, that the archive cannot be read. */
function unreadable(error: unknown): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (syscall !== undefined && code !== undefined) return error;
  return backupProblems.invalid_archive(
    `The archive cannot be read as a ZIP: ${message}. Nothing was changed.`,
  );
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > mostEntries) {
    throw backupProblems.invalid_archive(
      `The archive has ${zip.entryCount} entries; one that can be restored has ${mostEntries} at most. Nothing was changed.`,
    );
  }
  const entries = new Map<string, Entry>();
  for await (const entry of readable(zip)) {
    const name = nameOf(entry);
    checkEntry(entry, name);
    if (entries.has(name)) throw refused(name, 'is there twice');
    entries.set(name, entry);
  }
  return entries;
}

async function* readable(zip: ZipFile): AsyncGenerator<Entry> {
  const entries = zip.eachEntry();
  for (;;) {
    const next = await entries.next().catch((error: unknown) => {
      throw unreadable(error);
    });
    if (next.done) return;
    yield next.value;
  }
}

async function readManifest(zip: ZipFile, entry: Entry | undefined): Promise<ArchiveManifest> {
  if (!entry) {
    throw backupProblems.invalid_archive(
      `The archive has no ${manifestEntry}: it is no backup of Galley, or it was not written to its end. Nothing was changed.`,
    );
  }
  if (entry.uncompressedSize > mostManifestBytes)
    throw refused(manifestEntry, `is larger than ${mostManifestBytes} bytes`);
  const chunks: Buffer[] = [];
  try {
    const stream = await zip.openReadStreamPromise(entry);
    // The first error is what reading throws; there may be more behind it.
    stream.on('error', () => undefined);
    for await (const chunk of stream) chunks.push(chunk as Buffer);
  } catch (error) {
    throw unreadable(error);
  }
  return parseManifest(Buffer.concat(chunks).toString());
}

/** Each file of the manifest with its entry; refuses what only one of the two has. */
function matched(manifest: ArchiveManifest, entries: ReadonlyMap<string, Entry>): CheckedFile[] {
  const listed = new Set(manifest.files.map(({ path }) => path));
  for (const name of entries.keys()) {
    if (name !== manifestEntry && !name.endsWith('/') && !listed.has(name))
      throw refused(name, 'is not in the manifest');
  }
  return manifest.files.map((file) => {
    const entry = entries.get(file.path);
    if (!entry) throw refused(file.path, 'is in the manifest, but not in the archive');
    const { uncompressedSize } = entry;
    if (uncompressedSize !== file.size)
      throw refused(file.path, `has ${uncompressedSize} bytes, and ${file.size} by the manifest`);
    return { ...file, entry };
  });
}

/** Refuses what a file system that does not tell some names apart would put in one place, and files that are folders. */
function checkNames(names: readonly string[]): void {
  const known = new Map<string, { readonly name: string; readonly isFolder: boolean }>();
  for (const name of names) {
    const segments = name.split('/');
    if (segments.at(-1) === '') segments.pop();
    for (let count = 1; count <= segments.length; count++) {
      const part = segments.slice(0, count).join('/');
      const isFolder = count < segments.length || name.endsWith('/');
      const key = folded(part);
      const other = known.get(key);
      if (!other) known.set(key, { name: part, isFolder });
      else if (other.name !== part)
        throw refused(
          name,
          `differs only in case or Unicode form from ${JSON.stringify(other.name)}`,
        );
      else if (other.isFolder !== isFolder) throw refused(part, 'is a file and a folder at once');
    }
  }
}

/** Refuses entries that share their bytes, as bombs do, and archives that unpack to beyond all measure. */
function checkPlacement(zip: ZipFile, entries: readonly Entry[]): void {
  const placed = [...entries].sort(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  );
  let end = 0;
  let total = 0;
  for (const entry of placed) {
    const { relativeOffsetOfLocalHeader: start, compressedSize, uncompressedSize } = entry;
    if (start < end) throw refused(nameOf(entry), 'lies over another one in the archive');
    end = start + compressedSize;
    total += uncompressedSize;
  }
  if (total <= bytesOfBomb || total <= zip.fileSize * mostRatio) return;
  throw backupProblems.invalid_archive(
    `The archive of ${zip.fileSize} bytes would unpack to ${total}: more than ${mostRatio} times its size. Nothing was changed.`,
  );
}

function checkMedia({ includeMedia, files }: ArchiveManifest): void {
  if (includeMedia) return;
  const media = files.find(({ path }) =>
    mediaFolders.some((folder) => path.startsWith(`content/${folder}/`)),
  );
  if (media) throw refused(media.path, 'is of the media, which by the manifest were left out');
}
