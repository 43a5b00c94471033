import { fieldFault, findPathTextFault, findSegmentFault, type FieldFault } from '@galley/kernel';
import { mediaProblems } from '../problems.ts';

/** Leaves room for the sidecar extension and the trash suffix within 255 bytes. */
export const maxNameBytes = 200;
const maxSegmentBytes = 255;
const folders = ['media/', '.trash/media/', '.published/media/'] as const;

export const sidecarEnding = '.meta.yaml';

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

/** `undefined` inside the library, its trash and its public versions. */
export function storePathFault(path: string): FieldFault | undefined {
  const folder = folders.find((one) => path.startsWith(one));
  return (
    findPathTextFault(path) ??
    (folder === undefined
      ? outsideMedia()
      : findSegmentFault(path.slice(folder.length), maxSegmentBytes))
  );
}

const outsideMedia = () => fieldFault('path_outside', { folder: 'media/' });

/** Throws `invalid_path`. */
export function requireStorePath(path: string): void {
  const fault = storePathFault(path);
  if (fault) throw invalidPath(path, fault);
}

/** Throws `invalid_path` at `field`. */
export function requireMediaPath(path: string, field = 'path'): void {
  const fault =
    storePathFault(path) ??
    (path.startsWith('media/') ? undefined : outsideMedia()) ??
    (isSidecar(path) ? fieldFault('path_metadata') : undefined);
  if (fault) throw invalidPath(path, fault, field);
}

/** `2026/press` or `media/2026/press/` becomes `media/2026/press`. */
export function toMediaFolder(given: string, field = 'path'): string {
  const bare = given.replace(/\/+$/, '');
  const folder = bare === 'media' || bare.startsWith('media/') ? bare : `media/${bare}`;
  if (folder === 'media' || bare === '') return 'media';
  const fault = storePathFault(folder);
  if (fault) throw invalidPath(given, fault, field);
  return folder;
}

function invalidPath(path: string, fault: FieldFault, field = 'path'): Error {
  return mediaProblems.invalid_path.at(
    [{ path: field, ...fault }],
    `${JSON.stringify(path)} is not a media file path. `,
  );
}

/** `press.jpg` with number 2 becomes `press-2.jpg`. */
export function addNumber(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  return `${truncateBytes(stem, maxNameBytes - 8 - Buffer.byteLength(ending))}-${number}${ending}`;
}

/** `.trash/media/2026/press.20260601T080000Z-1a2b3c4d.jpg` */
export function trashPathOf(path: string, at: Date, id: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  const stamp = at.toISOString().replace(/[-:]|\.\d+/g, '');
  return `.trash/${folderOf(path)}/${truncateBytes(stem, maxNameBytes - 20)}.${stamp}-${id.slice(-8)}${ending}`;
}

const trashName = /^(.*)\.(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[^./]{8}(\.[^./]*)?$/s;

/** Original path and time of deletion; undefined for other names. */
export function parseTrashPath(
  path: string,
): { readonly originalPath: string; readonly deletedAt: Date } | undefined {
  const found = trashName.exec(path.replace(/^\.trash\//, ''));
  if (found === null) return undefined;
  const [, stem, year, month, day, hour, minute, second, ending = ''] = found;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(at.getTime())) return undefined;
  return { originalPath: `${stem}${ending}`, deletedAt: at };
}

function truncateBytes(text: string, bytes: number): string {
  let size = 0;
  const characters = [...text].filter((character) => {
    size += Buffer.byteLength(character);
    return size <= bytes;
  });
  return characters.join('');
}
