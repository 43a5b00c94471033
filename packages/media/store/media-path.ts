import { isWindowsDeviceName } from '@galley/kernel';
import { mediaProblems } from '../problems.ts';

const controlCharacter = /\p{Cc}/u;
const longestPath = 1_000;
/** So that what stands beside a file, and its name in the trash, fit into the 255 bytes that file systems have. */
export const longestName = 200;
const longestSegment = 255;
const places = ['media/', '.trash/media/', '.published/media/'] as const;

export const sidecarEnding = '.meta.yaml';

/** Where the metadata of a file are. */
export function sidecarOf(path: string): string {
  return path + sidecarEnding;
}

export function isSidecar(path: string): boolean {
  return path.toLowerCase().endsWith(sidecarEnding);
}

export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Why a path names no place of the media library, of its trash or of its public versions; undefined when it does. */
export function storePathFault(path: string): string | undefined {
  if (path.length > longestPath) return `it is longer than ${longestPath} characters`;
  if (!path.isWellFormed() || controlCharacter.test(path)) return 'it has a control character';
  if (path.includes('\\')) return 'it has a backslash; folders are separated by /';
  const place = places.find((one) => path.startsWith(one));
  if (place === undefined) return 'it does not begin with media/';
  return path
    .slice(place.length)
    .split('/')
    .map(segmentFault)
    .find((fault) => fault !== undefined);
}

function segmentFault(segment: string): string | undefined {
  if (segment === '' || segment === '.' || segment === '..')
    return 'it has an empty, "." or ".." part';
  if (segment.startsWith('.')) return `${segment} begins with a dot`;
  if (isWindowsDeviceName(segment)) return `${segment} is the name of a device on Windows`;
  if (/[ .]$/.test(segment)) return `${segment} ends with a dot or a space`;
  if (Buffer.byteLength(segment) > longestSegment)
    return `a part of it is longer than ${longestSegment} bytes`;
  return undefined;
}

/** Refuses, as `invalid_path`, what names no place of the library or of its trash. */
export function requireStorePath(path: string): void {
  const fault = storePathFault(path);
  if (fault) throw invalid(path, fault);
}

/** Refuses, as `invalid_path` and at `field`, whatever names no file of the library. */
export function requireMediaPath(path: string, field = 'path'): void {
  const fault =
    storePathFault(path) ??
    (path.startsWith('media/') ? undefined : 'it does not begin with media/') ??
    (isSidecar(path) ? 'it names metadata, not a file' : undefined);
  if (fault) throw invalid(path, fault, field);
}

/** A folder of the library as people write it, `2026/press`, `media/2026/press/` and the like: with `media/`, no slash. */
export function mediaFolder(given: string, field = 'path'): string {
  const bare = given.replace(/\/+$/, '');
  const folder = bare === 'media' || bare.startsWith('media/') ? bare : `media/${bare}`;
  if (folder === 'media' || bare === '') return 'media';
  const fault = storePathFault(folder);
  if (fault) throw invalid(given, fault, field);
  return folder;
}

function invalid(path: string, fault: string, field = 'path'): Error {
  return mediaProblems.invalid_path(
    `${JSON.stringify(path)} is not a path of a media file: ${fault}.`,
    { errors: [{ path: field, message: fault }] },
  );
}

/** `press.jpg` as the second of its name: `press-2.jpg`. */
export function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  return `${shortened(stem, longestName - 8 - Buffer.byteLength(ending))}-${number}${ending}`;
}

/** Where a file goes in the trash: `.trash/media/2026/press.20260601T080000Z-1a2b3c4d.jpg`. */
export function trashPathOf(path: string, at: Date, id: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  const stamp = at.toISOString().replace(/[-:]|\.\d+/g, '');
  return `.trash/${folderOf(path)}/${shortened(stem, longestName - 20)}.${stamp}-${id.slice(-8)}${ending}`;
}

const trashName = /^(.*)\.(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[^./]{8}(\.[^./]*)?$/s;

/** Where a file was, and when it was deleted, by its name in the trash; undefined for other names. */
export function readTrashPath(
  path: string,
): { readonly originalPath: string; readonly deletedAt: Date } | undefined {
  const found = trashName.exec(path.replace(/^\.trash\//, ''));
  if (found === null) return undefined;
  const [, stem, year, month, day, hour, minute, second, ending = ''] = found;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(at.getTime())) return undefined;
  return { originalPath: `${stem}${ending}`, deletedAt: at };
}

function shortened(text: string, bytes: number): string {
  let size = 0;
  const characters = [...text].filter((character) => {
    size += Buffer.byteLength(character);
    return size <= bytes;
  });
  return characters.join('');
}
