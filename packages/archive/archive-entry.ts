import { constants } from 'node:fs';
import { getFileNameLowLevel, parseExtraFields } from 'yauzl';
import { entryNameFault, requireDistinctNames } from './entry-names.ts';
import { ArchiveFault } from './problems.ts';
import { deflated, stored } from './zip-format.ts';

/** A record of an archive's central directory. Sizes and offset are in bytes. */
export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
  readonly packedSize: number;
  readonly method: number;
  readonly crc32: number;
  readonly offset: number;
}

export interface EntryKind {
  readonly flags: number;
  /** External attributes: Unix mode in the upper half, DOS attributes in the lower. */
  readonly attributes: number;
}

export interface ArchiveLimits {
  readonly maxEntries: number;
  readonly maxBytes: number;
  /** Maximum ratio of unpacked to packed size; archives below `harmlessBytes` unpacked may exceed it. */
  readonly maxRatio: number;
  readonly harmlessBytes: number;
}

/** Volume labels, devices and reparse points. */
const specialOnWindows = 0x08 | 0x40 | 0x400;
const encrypted = 1;
const localHeaderBytes = 30;

/** Decodes a name by its encoding flag. Backslashes are kept, so that they can be refused. */
export function decodeName(flags: number, name: Buffer, extra: Buffer): string {
  return getFileNameLowLevel(flags, name, parseExtraFields(extra), true);
}

/** Refuses links, devices, encrypted entries, and packing methods other than deflate. */
export function requirePlainEntry(entry: ArchiveEntry, { flags, attributes }: EntryKind): void {
  const { name, method, size } = entry;
  if ((flags & encrypted) !== 0) throw new ArchiveFault('is encrypted', name);
  if (method !== stored && method !== deflated)
    throw new ArchiveFault('is packed by a method that Galley does not read', name);
  const type = (attributes >>> 16) & constants.S_IFMT;
  const isFolder = name.endsWith('/');
  if (type !== 0 && type !== (isFolder ? constants.S_IFDIR : constants.S_IFREG))
    throw new ArchiveFault(
      'is a link, a device or something else that is no plain file or folder',
      name,
    );
  if ((attributes & specialOnWindows) !== 0) throw new ArchiveFault('is a link or a device', name);
  if (isFolder && size > 0) throw new ArchiveFault('is a folder with content', name);
}

/** Call before the entries are read. @throws `ArchiveFault` for more entries than allowed. */
export function requireEntryCount(count: number, maxEntries: number): void {
  if (count > maxEntries)
    throw new ArchiveFault(`The archive has ${count} entries; at most ${maxEntries} are allowed`);
}

/** Refuses unsafe or colliding names, entries that share bytes, and bombs, from the central directory alone. */
export function checkEntries(
  entries: readonly ArchiveEntry[],
  archiveBytes: number,
  limits: ArchiveLimits,
): void {
  for (const { name } of entries) {
    const fault = entryNameFault(name);
    if (fault !== undefined) throw new ArchiveFault(fault, name);
  }
  requireDistinctNames(entries.map(({ name }) => name));
  requireSeparateBytes(entries);
  requireHarmless(entries, archiveBytes, limits);
}

/** Overlapping bombs let many entries share the same packed bytes. */
function requireSeparateBytes(entries: readonly ArchiveEntry[]): void {
  let end = 0;
  for (const { name, offset, packedSize } of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < end) throw new ArchiveFault('lies over another one in the archive', name);
    end = offset + localHeaderBytes + packedSize;
  }
}

function requireHarmless(
  entries: readonly ArchiveEntry[],
  archiveBytes: number,
  { maxBytes, maxRatio, harmlessBytes }: ArchiveLimits,
): void {
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > maxBytes)
    throw new ArchiveFault(
      `The files of the archive have ${total} bytes together; at most ${maxBytes} are allowed`,
    );
  if (total > harmlessBytes && total > archiveBytes * maxRatio)
    throw new ArchiveFault(
      `The archive of ${archiveBytes} bytes would unpack to ${total}: more than ${maxRatio} times its size`,
    );
}
