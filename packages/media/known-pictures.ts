import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { measurePicture } from './measure-picture.ts';
import { readSidecar } from './metadata/sidecar.ts';
import { variantWidths, type Picture } from './picture.ts';
import { mediaProblems } from './problems.ts';
import { findPublicFile, publicMediaFolder } from './review/public-version.ts';
import { sidecarOf } from './store/media-path.ts';

/** Part of every hash. Raise it when variants are encoded differently. */
const encodingVersion = 1;

/** Limits the hashing time. */
const maxFileBytes = 256 * 1024 * 1024;
const maxEntries = 20_000;

class FileCache<Value> {
  readonly #entries = new Map<string, { readonly state: string; readonly value: Promise<Value> }>();

  /** `state` is undefined when the file is missing. */
  async get(
    path: string,
    state: string | undefined,
    read: () => Promise<Value>,
  ): Promise<Value | undefined> {
    if (state === undefined) {
      this.#entries.delete(path);
      return undefined;
    }
    const known = this.#entries.get(path);
    if (known?.state === state) return known.value;
    const value = read();
    this.#entries.set(path, { state, value });
    if (this.#entries.size > maxEntries) this.#entries.delete(this.#entries.keys().next().value!);
    value.catch(() => this.#entries.delete(path));
    return value;
  }
}

export class PictureCache {
  readonly #contentDirectory: string;
  readonly #version: 'public' | 'working';
  readonly #measured = new FileCache<Picture | undefined>();
  readonly #described = new FileCache<Described>();

  constructor(contentDirectory: string, version: 'public' | 'working') {
    this.#contentDirectory = contentDirectory;
    this.#version = version;
  }

  async findFile(path: string): Promise<string | undefined> {
    if (this.#version === 'public') return findPublicFile(this.#contentDirectory, path);
    return join(this.#contentDirectory, path);
  }

  /** In bytes; `undefined` for a missing file or outside the library. */
  async findSize(path: string): Promise<number | undefined> {
    const file = isLibraryPath(path) ? await this.findFile(path) : undefined;
    if (file === undefined) return undefined;
    try {
      return (await this.#isInLibrary(file)) ? (await stat(file)).size : undefined;
    } catch {
      // The file is missing, which links may be.
      return undefined;
    }
  }

  /** `undefined` for a missing file, no picture, or outside the library. */
  async find(path: string): Promise<Picture | undefined> {
    if (!isPicturePath(path)) return undefined;
    const file = await this.findFile(path);
    const state = file === undefined ? undefined : await readState(file);
    const picture = await this.#measured.get(path, state, () => this.#read(file!));
    if (file === undefined || picture === undefined) return undefined;
    const sidecar = sidecarOf(file);
    const sidecarState = await readState(sidecar);
    const described = await this.#described.get(path, sidecarState, () => readDescribed(sidecar));
    return { ...picture, ...described };
  }

  async #read(file: string): Promise<Picture | undefined> {
    if (!(await this.#isInLibrary(file))) return undefined;
    const measured = await measurePicture(file);
    if (measured === undefined) return undefined;
    const { width, height, format } = measured;
    return { width, height, format, hash: await hashFile(file), widths: variantWidths(measured) };
  }

  /** Content may contain links to any file readable by this account. */
  async #isInLibrary(file: string): Promise<boolean> {
    const [root, target] = await Promise.all([realpath(this.#contentDirectory), realpath(file)]);
    const relativePath = target.slice(root.length + 1);
    return ['media', publicMediaFolder].some((folder) =>
      relativePath.startsWith(join(folder, sep)),
    );
  }
}

type Described = Pick<Picture, 'focal' | 'alt'>;

/** The library reports faults of the sidecar. */
async function readDescribed(file: string): Promise<Described> {
  const text = await readFile(file, 'utf8');
  try {
    const { focal_x: x, focal_y: y, alt } = readSidecar(text);
    return { ...(x !== null && y !== null && { focal: { x, y } }), ...(alt && { alt }) };
  } catch (error) {
    if (mediaProblems.invalid_metadata.is(error)) return {};
    throw error;
  }
}

function isPicturePath(path: string): boolean {
  return isLibraryPath(path) && /\.(?:jpe?g|png|webp|avif|gif)$/i.test(path);
}

function isLibraryPath(path: string): boolean {
  const segments = path.split('/');
  // Hidden files are never served.
  return segments[0] === 'media' && segments.every((segment) => /^[^.\\\0][^\\\0]*$/.test(segment));
}

/** `undefined` when missing or oversized. */
async function readState(file: string): Promise<string | undefined> {
  try {
    const { size, mtimeMs, ino, isFile } = await statFile(file);
    return isFile && size <= maxFileBytes ? `${size}:${mtimeMs}:${ino}` : undefined;
  } catch {
    return undefined;
  }
}

async function statFile(file: string) {
  const found = await stat(file);
  return { size: found.size, mtimeMs: found.mtimeMs, ino: found.ino, isFile: found.isFile() };
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256').update(`${encodingVersion}\n`);
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex').slice(0, 16);
}
