import { access, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { pack, ZipWriter } from '@galley/archive';
import { syncFolder, type Clock } from '@galley/kernel';
import { encryptArchive, type ArchiveEncryption } from '../encryption/encrypt-archive.ts';
import { archiveName, encryptedSuffix } from './archive-name.ts';
import { ContentEntries, grouped, isPublicCopy } from './content-entries.ts';
import { listContent, type ContentListing } from './content-files.ts';
import { asStorageProblem, estimatedSize, requireSpace } from './free-space.ts';
import {
  contentFolder,
  databaseFolder,
  manifestEntry,
  writeManifest,
  writeSummary,
  type ArchivedFile,
  type ArchiveManifest,
} from './manifest.ts';
import { verifyArchive, type VerifiedArchive } from './verify-archive.ts';

export interface TableLines {
  readonly table: string;
  readonly lines: AsyncIterable<Uint8Array>;
}

export interface ArchiveOptions {
  readonly contentDirectory: string;
  readonly directory: string;
  /** The file name is derived from it. */
  readonly name: string;
  /** `galley` for automatic backups. */
  readonly createdBy: string;
  readonly includeMedia: boolean;
  readonly tables?: AsyncIterable<TableLines>;
  /** Without it, the archive is a plain ZIP. */
  readonly encryption?: ArchiveEncryption | undefined;
  /** Gets the path of the complete ZIP before it is encrypted. */
  readonly check?: ((zip: string) => Promise<void>) | undefined;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ArchiveProgress) => void) | undefined;
  readonly onLeftOut?: ((leftOut: ContentListing['leftOut']) => void) | undefined;
}

export interface ArchiveProgress {
  readonly phase: 'writing' | 'verifying';
  readonly done: number;
  readonly total: number;
}

export interface CreatedArchive {
  /** Also the id of the backup. */
  readonly fileName: string;
  readonly path: string;
  readonly size: number;
  readonly manifest: ArchiveManifest;
}

/** A later round finds files that were moved meanwhile. */
const maxRounds = 5;

/**
 * Saves continue meanwhile: each file, and each document with its public copy, is archived as of some moment. Verified
 * before it gets its name; a failure leaves no file. With `encryption`, the ZIP is written to its `workDirectory` first,
 * and the name ends in `.zip.age` (ADD-BAK-3). @throws `insufficient_storage`, `backup_failed`
 */
export async function createArchive(options: ArchiveOptions): Promise<CreatedArchive> {
  const { directory, name, clock, encryption } = options;
  const createdAt = clock.now();
  const zipDirectory = encryption?.workDirectory ?? directory;
  for (const folder of new Set([directory, zipDirectory]))
    await mkdir(folder, { recursive: true, mode: 0o700 });
  const part = join(zipDirectory, `${archiveName(name, createdAt)}.part`);
  const encryptedPart = join(directory, `${archiveName(name, createdAt)}${encryptedSuffix}.part`);
  try {
    const zip = await writeVerified(part, { ...options, createdAt });
    const finished = encryption
      ? {
          part: encryptedPart,
          size: await encrypt(part, encryptedPart, {
            ...options,
            encryption,
            manifest: zip.manifest,
          }),
        }
      : { part, size: zip.size };
    const fileName = await giveName(finished.part, options, createdAt);
    return {
      fileName,
      path: join(directory, fileName),
      size: finished.size,
      manifest: zip.manifest,
    };
  } catch (error) {
    throw asStorageProblem(error);
  } finally {
    await rm(part, { force: true });
    await rm(encryptedPart, { force: true });
  }
}

async function writeVerified(
  part: string,
  options: ArchiveOptions & { readonly createdAt: Date },
): Promise<VerifiedArchive> {
  const { signal, onProgress, check } = options;
  const file = await open(part, 'wx', 0o600);
  try {
    await writeArchive(file, options);
    await file.sync();
  } finally {
    await file.close();
  }
  const verified = await verifyArchive(part, {
    signal,
    onProgress: (done, total) => onProgress?.({ phase: 'verifying', done, total }),
  });
  await check?.(part);
  signal?.throwIfAborted();
  return verified;
}

async function encrypt(
  from: string,
  to: string,
  {
    directory,
    encryption,
    manifest,
    signal,
  }: ArchiveOptions & {
    readonly encryption: ArchiveEncryption;
    readonly manifest: ArchiveManifest;
  },
): Promise<number> {
  const { recipients } = encryption;
  return encryptArchive({ from, to, directory, recipients, summary: manifest, signal });
}

async function writeArchive(
  file: FileHandle,
  options: ArchiveOptions & { readonly createdAt: Date },
): Promise<void> {
  const { name, createdAt, createdBy, includeMedia, tables } = options;
  const zip = new ZipWriter(file);
  const files: ArchivedFile[] = [];
  await addContent(zip, files, options);
  if (tables) await addTables(zip, files, { ...options, tables });
  const manifest: ArchiveManifest = {
    name,
    createdAt,
    createdBy,
    includeMedia,
    files,
    type: tables ? 'content+database' : 'content',
  };
  await zip.add(await pack(manifestEntry, Buffer.from(writeManifest(manifest)), createdAt));
  await zip.end(writeSummary(manifest));
}

async function addContent(
  zip: ZipWriter,
  files: ArchivedFile[],
  {
    contentDirectory: root,
    directory,
    encryption,
    includeMedia,
    signal,
    onProgress,
    onLeftOut,
  }: ArchiveOptions,
): Promise<void> {
  const archived = new Set<string>();
  const entries = new ContentEntries(root, zip, (file) => {
    files.push(file);
    archived.add(file.path);
  });
  for (let round = 0; round < maxRounds; round += 1) {
    const listing = await listContent(root, { includeMedia });
    const fresh = listing.files.filter(
      ({ path }) => !isPublicCopy(path) && !archived.has(contentFolder + path),
    );
    if (fresh.length === 0) return;
    if (round === 0) {
      const size = estimatedSize(listing.files);
      await requireSpace(directory, size);
      if (encryption) await requireSpace(encryption.workDirectory, size);
      if (listing.leftOut.length > 0) onLeftOut?.(listing.leftOut);
    }
    const groups = grouped(fresh);
    for (const [index, group] of groups.entries()) {
      signal?.throwIfAborted();
      await entries.add(group);
      onProgress?.({ phase: 'writing', done: index + 1, total: groups.length });
    }
    await entries.end();
  }
}

async function addTables(
  zip: ZipWriter,
  files: ArchivedFile[],
  {
    tables,
    createdAt,
    signal,
  }: ArchiveOptions & Required<Pick<ArchiveOptions, 'tables'>> & { readonly createdAt: Date },
): Promise<void> {
  for await (const { table, lines } of tables) {
    signal?.throwIfAborted();
    const path = `${databaseFolder}${table}.ndjson`;
    // An unknown size reserves 64-bit size fields.
    const entry = { name: path, modifiedAt: createdAt, isCompressed: true, size: Infinity };
    files.push({ path, ...(await zip.addStream({ ...entry, bytes: lines })) });
  }
}

/** Only one archive is made at a time, so the name stays free. */
async function giveName(
  part: string,
  { directory, name, encryption }: ArchiveOptions,
  at: Date,
): Promise<string> {
  const nameOf = (again?: number): string =>
    archiveName(name, at, again) + (encryption ? encryptedSuffix : '');
  let fileName = nameOf();
  for (let again = 1; await exists(join(directory, fileName)); again += 1) fileName = nameOf(again);
  await rename(part, join(directory, fileName));
  await syncFolder(directory);
  return fileName;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
