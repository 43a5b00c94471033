import { isWindowsDeviceName } from '@galley/kernel';
import { ArchiveFault } from './problems.ts';

/** Limit of common file systems, in bytes of UTF-8. */
const maxSegmentBytes = 255;
/** Linux limits whole paths to 4,096 bytes; the rest is for the target folder. */
const maxNameBytes = 3_000;

/** Reason why unpacking an entry of this name is unsafe on some system, if any. Names of folders end with a slash. */
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

/** Whether every system can store this single path segment. */
export function isPortableName(name: string): boolean {
  if (Buffer.byteLength(name) > maxSegmentBytes || isWindowsDeviceName(name)) return false;
  return /^(?!\.{1,2}$)[^\p{Cc}<>:"/\\|?*]*[^\p{Cc}<>:"/\\|?*. ]$/u.test(name);
}

/** Refuses paths that some system cannot store. */
export function requirePortablePaths(paths: readonly string[]): void {
  const odd = paths.find((path) => !path.split('/').every(isPortableName));
  if (odd !== undefined) throw new ArchiveFault('has a name that not every system can store', odd);
}

interface Node {
  readonly spelling: string;
  readonly isFolder: boolean;
  readonly children: Map<string, Node>;
}

/** Refuses names that collide on some file system, also a file and a folder of one name. */
export function requireDistinctNames(names: readonly string[]): void {
  const seen = new Set<string>();
  const root = new Map<string, Node>();
  for (const name of names) {
    if (seen.has(name)) throw new ArchiveFault('appears twice', name);
    seen.add(name);
    let siblings = root;
    const segments = segmentsOf(name);
    for (const [index, spelling] of segments.entries()) {
      const isFolder = index < segments.length - 1 || name.endsWith('/');
      const key = foldedName(spelling);
      const known = siblings.get(key) ?? { spelling, isFolder, children: new Map<string, Node>() };
      const pathOf = (last: string) => [...segments.slice(0, index), last].join('/');
      if (known.spelling !== spelling) {
        const other = JSON.stringify(pathOf(known.spelling));
        throw new ArchiveFault(`differs only in case or Unicode form from ${other}`, name);
      }
      if (known.isFolder !== isFolder)
        throw new ArchiveFault('is a file and a folder at once', pathOf(spelling));
      siblings.set(key, known);
      siblings = known.children;
    }
  }
}

/** Equal for names which some file system treats as equal: by case, Unicode form or invisible characters. */
export function foldedName(name: string): string {
  const visible = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return visible.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

function segmentsOf(name: string): string[] {
  return (name.endsWith('/') ? name.slice(0, -1) : name).split('/');
}
