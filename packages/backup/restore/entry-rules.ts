import { getFileNameLowLevel, type Entry } from 'yauzl';
import { isEntryName } from '../archive/entry-name.ts';
import { manifestEntry } from '../archive/manifest.ts';
import { backupProblems } from '../problems.ts';
import { reservedPlaces } from '../passing-places.ts';

const windowsDevice = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
/** What file systems allow. */
const longestSegment = 255;

const typeBits = 0o170000;
const regularFile = 0o100000;
const folder = 0o040000;
/** Volume label, device, reparse point: what FAT and NTFS have besides files and folders. */
const specialOnWindows = 0x08 | 0x40 | 0x400;

/** Refuses, as `invalid_archive`, with a sentence that names the entry. */
export function refused(name: string, why: string): Error {
  return backupProblems.invalid_archive(
    `The archive cannot be restored: the entry ${JSON.stringify(name)} ${why}. Nothing was changed.`,
  );
}

/** The name as it stands in the archive: nothing in it is made to fit. */
export function nameOf(entry: Entry): string {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
}

/** Refuses what is no plain file or folder in a place where a backup has some. */
export function checkEntry(entry: Entry, name: string): void {
  const fault = nameFault(name) ?? kindFault(entry, name);
  if (fault !== undefined) throw refused(name, fault);
}

function nameFault(name: string): string | undefined {
  if (name === manifestEntry) return undefined;
  if (name.includes('\0')) return 'has a NUL in its name';
  if (name.includes('\\')) return 'has a backslash in its name';
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) return 'has an absolute name';
  const path = name.endsWith('/') ? name.slice(0, -1) : name;
  const segments = path.split('/');
  if (segments.some((segment) => segment === '..' || segment === '.'))
    return 'leads out of its folder by its name ("..")';
  const isTop = path === 'content' || path === 'database';
  if (!isTop && !isEntryName(path)) return 'lies outside of "content/" and "database/"';
  return segments.map(segmentFault).find((fault) => fault !== undefined) ?? placeFault(segments);
}

function segmentFault(segment: string): string | undefined {
  if (windowsDevice.test(segment)) return `has the name of a device in it (${segment})`;
  if (Buffer.byteLength(segment) > longestSegment)
    return `has a part in its name that is longer than ${longestSegment} bytes`;
  return undefined;
}

function placeFault([first, second, ...rest]: readonly string[]): string | undefined {
  if (first !== 'content' || second === undefined) return undefined;
  // A file system that does not tell .GIT from .git does not ask how it was written.
  const isReserved = reservedPlaces.has(folded(second));
  const isGit = [second, ...rest].some((name) => /^(\.git|git~\d+)$/.test(folded(name)));
  return isReserved || isGit ? 'lies in a place that is not restored' : undefined;
}

function kindFault(entry: Entry, name: string): string | undefined {
  if (entry.isEncrypted()) return 'is encrypted';
  if (!entry.canDecodeFileData()) return 'is packed by a method that Galley does not read';
  const attributes = entry.externalFileAttributes;
  const type = (attributes >>> 16) & typeBits;
  const isFolder = name.endsWith('/');
  if (type !== 0 && type !== (isFolder ? folder : regularFile))
    return 'is a link, a device or something else that is no plain file';
  if ((attributes & specialOnWindows) !== 0) return 'is a link or a device';
  return isFolder && entry.uncompressedSize > 0 ? 'is a folder with content' : undefined;
}

/** Equal for names that some file system takes for one: by case, Unicode form, or characters that do not show. */
export function folded(name: string): string {
  const shown = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return shown.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}
