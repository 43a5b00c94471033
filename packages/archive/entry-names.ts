import { isWindowsDeviceName } from '@galley/kernel';
import { ArchiveFault } from './problems.ts';

/** Bytes of UTF-8 that file systems allow. */
const maxSegmentBytes = 255;
/** Linux takes 4,096 with the folder that an archive is unpacked into. */
const maxNameBytes = 3_000;

/**
 * Why unpacking an entry of this name is not safe on every system; undefined when it is. Of a folder, the name ends
 * with a slash.
 */
export function entryNameFault(name: string): string | undefined {
  if (name.includes('\0')) return 'has a NUL in its name';
  if (name.includes('\\')) return 'has a backslash in its name';
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) return 'has an absolute name';
  if (Buffer.byteLength(name) > maxNameBytes)
    return `has a name that is longer than ${maxNameBytes} bytes`;
  const segments = segmentsOf(name);
  if (segments.some((segment) => segment === '..' || segment === '.'))
    return 'leads out of its folder by its name ("..")';
  return segments.map(segmentFault).find((fault) => fault !== undefined);
}

function segmentFault(segment: string): string | undefined {
  if (isWindowsDeviceName(segment)) return `has the name of a device in it (${segment})`;
  if (Buffer.byteLength(segment) > maxSegmentBytes)
    return `has a part in its name that is longer than ${maxSegmentBytes} bytes`;
  return undefined;
}

/** Whether every system can store a file or folder under this name, which is no path. */
export function isPortableName(name: string): boolean {
  if (Buffer.byteLength(name) > maxSegmentBytes || isWindowsDeviceName(name)) return false;
  return /^(?!\.{1,2}$)[^\p{Cc}<>:"/\\|?*]*[^\p{Cc}<>:"/\\|?*. ]$/u.test(name);
}

/** Refuses paths that some system cannot store, among them those with an empty part. */
export function requirePortablePaths(paths: readonly string[]): void {
  const odd = paths.find((path) => !path.split('/').every(isPortableName));
  if (odd !== undefined) throw new ArchiveFault('has a name that not every system can store', odd);
}

interface Place {
  /** Its last part, as it was spelt first. */
  readonly spelling: string;
  readonly isFolder: boolean;
  readonly inside: Map<string, Place>;
}

/**
 * Refuses names that some file system would put in one place, and files that are folders. The folders on the way to a
 * file count.
 */
export function requireDistinctNames(names: readonly string[]): void {
  const seen = new Set<string>();
  const top = new Map<string, Place>();
  for (const name of names) {
    if (seen.has(name)) throw new ArchiveFault('is there twice', name);
    seen.add(name);
    let inside = top;
    const segments = segmentsOf(name);
    for (const [index, spelling] of segments.entries()) {
      const isFolder = index < segments.length - 1 || name.endsWith('/');
      const key = foldedName(spelling);
      const known = inside.get(key) ?? { spelling, isFolder, inside: new Map<string, Place>() };
      const pathOf = (last: string) => [...segments.slice(0, index), last].join('/');
      if (known.spelling !== spelling) {
        const other = JSON.stringify(pathOf(known.spelling));
        throw new ArchiveFault(`differs only in case or Unicode form from ${other}`, name);
      }
      if (known.isFolder !== isFolder)
        throw new ArchiveFault('is a file and a folder at once', pathOf(spelling));
      inside.set(key, known);
      inside = known.inside;
    }
  }
}

/** Equal for names that some file system takes for one: by case, Unicode form, or characters that do not show. */
export function foldedName(name: string): string {
  const visible = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return visible.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

function segmentsOf(name: string): string[] {
  return (name.endsWith('/') ? name.slice(0, -1) : name).split('/');
}
