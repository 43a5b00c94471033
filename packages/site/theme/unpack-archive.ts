import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { DomainError } from '@galley/kernel';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { themeInstallProblems } from '../problems.ts';
import { maxThemeBytes, maxThemeFiles } from './archive-limits.ts';
import { isLeftAside, requireDistinctPaths, shown, withoutTopFolder } from './archive-names.ts';

const { invalid_archive } = themeInstallProblems;

/** Compressed further than any text of a theme would be: a bomb. Small files may be. */
const maxRatio = 200;
const smallBytes = 1024 * 1024;

/**
 * Unpacks a ZIP into a folder, which is made. Every name is looked at before the first file is written; no more is
 * written than the archive says, and no file that is not what its sum says. Throws `invalid_archive`; what was written
 * until then is the caller's to remove.
 */
export async function unpackArchive(archive: string, folder: string): Promise<void> {
  const zip = await openPromise(archive, { strictFileNames: true, autoClose: false }).catch(refuse);
  try {
    const files = plannedFiles(await entriesOf(zip));
    await mkdir(folder, { recursive: true });
    for (const { entry, path } of files) await unpackFile(zip, entry, join(folder, path));
  } catch (error) {
    refuse(error);
  } finally {
    zip.close();
  }
}

async function entriesOf(zip: ZipFile): Promise<readonly Entry[]> {
  if (zip.entryCount > maxThemeFiles) {
    throw invalid_archive(
      `The archive has ${zip.entryCount} entries; at most ${maxThemeFiles} are allowed.`,
    );
  }
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
}

interface PlannedFile {
  readonly entry: Entry;
  /** Below the folder that it is unpacked into. */
  readonly path: string;
}

function plannedFiles(entries: readonly Entry[]): readonly PlannedFile[] {
  const kept = entries.filter(({ fileName }) => !isLeftAside(fileName));
  for (const entry of kept) refuseSpecial(entry);
  const files = kept.filter(({ fileName }) => !fileName.endsWith('/'));
  refuseTooLarge(files);
  const paths = withoutTopFolder(files.map(({ fileName }) => fileName));
  requireDistinctPaths(paths);
  return files.map((entry, index) => ({ entry, path: paths[index]! }));
}

const [fileType, folderType, typeBits] = [0o100000, 0o040000, 0o170000];

/** Links and devices, what needs a password, and what was packed in a way that is not known here. */
function refuseSpecial(entry: Entry): void {
  const name = shown(entry.fileName);
  const type = (entry.externalFileAttributes >>> 16) & typeBits;
  const isFolder = entry.fileName.endsWith('/');
  if (type !== 0 && type !== (isFolder ? folderType : fileType)) {
    throw invalid_archive(`${name} is a link or a device; a theme is plain files alone.`);
  }
  if (!isFolder && !entry.canDecodeFileData()) {
    throw invalid_archive(
      `${name} is encrypted, or packed in a rare way; pack the theme as a plain ZIP.`,
    );
  }
}

function refuseTooLarge(files: readonly Entry[]): void {
  const total = files.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (total > maxThemeBytes) {
    throw invalid_archive(
      `The files of the archive have ${total} bytes together; at most ${maxThemeBytes} are allowed.`,
    );
  }
  const bomb = files.find(
    ({ uncompressedSize, compressedSize }) =>
      uncompressedSize > smallBytes && uncompressedSize > maxRatio * compressedSize,
  );
  if (bomb) {
    throw invalid_archive(
      `${shown(bomb.fileName)} is compressed more than ${maxRatio} times, which no theme needs.`,
    );
  }
}

async function unpackFile(zip: ZipFile, entry: Entry, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const content = await zip.openReadStreamPromise(entry);
  await pipeline(
    content,
    (chunks: AsyncIterable<Uint8Array>) => summed(chunks, entry),
    createWriteStream(target, { flags: 'wx', flush: true }),
  );
}

async function* summed(chunks: AsyncIterable<Uint8Array>, entry: Entry) {
  let sum = 0;
  for await (const chunk of chunks) {
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (sum === entry.crc32) return;
  throw invalid_archive(`${shown(entry.fileName)} is damaged: it is not what its sum says.`);
}

/** A failure of the disk is none of the archive. */
function refuse(error: unknown): never {
  const { syscall, message } = error as NodeJS.ErrnoException;
  if (error instanceof DomainError || syscall !== undefined) throw error;
  throw invalid_archive(`The file is no ZIP that can be read: ${message}.`);
}
