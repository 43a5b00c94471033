import { backupProblems } from '../problems.ts';
import { isEntryName } from './entry-name.ts';

export const manifestEntry = 'manifest.json';

export const contentFolder = 'content/';
export const databaseFolder = 'database/';

const format = 'galley-backup';
const version = 1;

export interface ArchivedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

export type ArchiveType = 'content' | 'content+database';

export interface ArchiveManifest {
  readonly name: string;
  readonly createdAt: Date;
  /** `galley` for automatic backups. */
  readonly createdBy: string;
  readonly type: ArchiveType;
  /** Without media, a restore leaves the current media. */
  readonly includeMedia: boolean;
  readonly files: readonly ArchivedFile[];
}

/** Also the comment at the end of the archive, to list archives quickly. */
export type ArchiveSummary = Omit<ArchiveManifest, 'files'>;

export function writeManifest(manifest: ArchiveManifest): string {
  const files = manifest.files.map(({ path, size, sha256 }) => ({ path, size, sha256 }));
  return JSON.stringify({ ...headOf(manifest), files });
}

/** Printable ASCII: comments of ZIP files have no declared encoding. */
export function writeSummary(summary: ArchiveSummary): string {
  return JSON.stringify(headOf(summary)).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function headOf({ name, createdAt, createdBy, type, includeMedia }: ArchiveSummary) {
  return {
    format,
    version,
    name,
    created_at: createdAt.toISOString(),
    created_by: createdBy,
    type,
    include_media: includeMedia,
  };
}

/** @throws `invalid_archive` */
export function parseManifest(text: string): ArchiveManifest {
  const found = parseJson(text);
  return { ...summaryOf(found), files: parseFiles((found as Record<string, unknown>)['files']) };
}

/** @throws `invalid_archive` */
export function parseSummary(text: string): ArchiveSummary {
  return summaryOf(parseJson(text));
}

function summaryOf(found: unknown): ArchiveSummary {
  if (!isRecord(found) || found['format'] !== format)
    throw invalid(`it does not belong to a Galley backup ("format" must be "${format}")`);
  if (found['version'] !== version)
    throw invalid(
      `it has version ${JSON.stringify(found['version'])}, but this Galley reads version ${version}`,
    );
  const { name, created_at, created_by, type, include_media } = found;
  if (typeof name !== 'string') throw invalid('"name" must be a string');
  if (typeof created_by !== 'string') throw invalid('"created_by" must be a string');
  const createdAt = new Date(typeof created_at === 'string' ? created_at : Number.NaN);
  if (Number.isNaN(createdAt.getTime())) throw invalid('"created_at" must be a time');
  if (type !== 'content' && type !== 'content+database')
    throw invalid('"type" must be "content" or "content+database"');
  if (typeof include_media !== 'boolean') throw invalid('"include_media" must be true or false');
  return { name, createdAt, createdBy: created_by, type, includeMedia: include_media };
}

function parseFiles(found: unknown): ArchivedFile[] {
  if (!Array.isArray(found)) throw invalid('"files" must be a list');
  const paths = new Set<string>();
  return found.map((one: unknown) => {
    const file = parseFile(one);
    if (paths.has(file.path)) throw invalid(`it lists ${JSON.stringify(file.path)} twice`);
    paths.add(file.path);
    return file;
  });
}

function parseFile(found: unknown): ArchivedFile {
  const { path, size, sha256 } = isRecord(found) ? found : {};
  if (typeof path !== 'string' || !isEntryName(path))
    throw invalid(`${JSON.stringify(path)} is not a valid path in a backup`);
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0)
    throw invalid(`the size of ${JSON.stringify(path)} is not a whole number of bytes`);
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256))
    throw invalid(`the checksum of ${JSON.stringify(path)} is not a SHA-256`);
  return { path, size, sha256 };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('it is not valid JSON');
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(reason: string): Error {
  return backupProblems.invalid_archive(
    `The manifest of the archive (${manifestEntry}) cannot be used: ${reason}.`,
  );
}
