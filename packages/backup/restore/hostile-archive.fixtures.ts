import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { writeManifest, type ArchivedFile, type ArchiveManifest } from '../archive/manifest.ts';

export interface EntryRequest {
  readonly name: string;
  readonly bytes?: string | Buffer;
  readonly mode?: number;
  readonly isUnlisted?: true;
}

export interface ArchiveRequest {
  readonly entries: readonly EntryRequest[];
  readonly manifest?: Partial<ArchiveManifest>;
  /** Null for no manifest. */
  readonly manifestText?: string | null;
}

export async function writeHostile(file: string, wanted: ArchiveRequest): Promise<void> {
  const zip = new ZipFile();
  const names = new Map<string, string>();
  for (const [at, { name, bytes = 'x\n', mode }] of wanted.entries.entries()) {
    // The ZIP library refuses invalid names.
    const given = String(at).padEnd(Buffer.byteLength(name), '~');
    names.set(given, name);
    zip.addBuffer(Buffer.from(bytes), given, mode === undefined ? {} : { mode });
  }
  const text = wanted.manifestText === undefined ? manifestOf(wanted) : wanted.manifestText;
  if (text !== null) zip.addBuffer(Buffer.from(text), 'manifest.json');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
  for (const [given, name] of names) await patch(file, Buffer.from(given), Buffer.from(name));
}

function manifestOf({ entries, manifest }: ArchiveRequest): string {
  const files = entries
    .filter(({ isUnlisted, name }) => !isUnlisted && !name.endsWith('/'))
    .map(({ name, bytes = 'x\n' }) => fileOf(name, Buffer.from(bytes)));
  return writeManifest({
    name: 'site',
    createdAt: new Date('2026-06-01T08:00:00Z'),
    createdBy: 'rita',
    type: 'content',
    includeMedia: true,
    files,
    ...manifest,
  });
}

export function fileOf(path: string, bytes: Buffer): ArchivedFile {
  return { path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** All occurrences; same length. */
export async function patch(file: string, from: Buffer, to: Buffer): Promise<void> {
  if (from.length !== to.length) throw new Error(`${from.toString()} has another length`);
  const bytes = await readFile(file);
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) to.copy(bytes, at);
  await writeFile(file, bytes);
}

/** `offset` is that in the ZIP format. */
export async function patchRecord(
  file: string,
  name: string,
  change: (record: Buffer) => void,
): Promise<void> {
  const bytes = await readFile(file);
  const signature = Buffer.from('504b0102', 'hex');
  for (let at = bytes.indexOf(signature); at >= 0; at = bytes.indexOf(signature, at + 1)) {
    const length = bytes.readUInt16LE(at + 28);
    if (bytes.toString('utf8', at + 46, at + 46 + length) === name) change(bytes.subarray(at));
  }
  await writeFile(file, bytes);
}
