import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { measurePicture } from './measure-picture.ts';
import { readSidecar } from './metadata/sidecar.ts';
import { variantWidths, type FocalPoint, type Picture } from './picture.ts';
import { mediaProblems } from './problems.ts';
import { findPublicFile, publicMediaFolder } from './review/public-version.ts';
import { sidecarOf } from './store/media-path.ts';

/** Part of every hash: raise it when variants are made in another way, and all get new addresses. */
const encodingVersion = 1;

/** Reading a file as a whole, for its hash, must not take longer than looking at the picture would. */
const maxFileBytes = 256 * 1024 * 1024;
const maxKnown = 20_000;

/** What was read of files, by path, each once until the file changes. */
class ReadFiles<Value> {
  readonly #known = new Map<string, { readonly state: string; readonly value: Promise<Value> }>();

  /** Undefined where `state` is: there is no file. */
  async get(
    path: string,
    state: string | undefined,
    read: () => Promise<Value>,
  ): Promise<Value | undefined> {
    if (state === undefined) {
      this.#known.delete(path);
      return undefined;
    }
    const known = this.#known.get(path);
    if (known?.state === state) return known.value;
    const value = read();
    this.#known.set(path, { state, value });
    // A Map begins with what was put in first.
    if (this.#known.size > maxKnown) this.#known.delete(this.#known.keys().next().value!);
    // What could not be read at all may be readable the next time.
    value.catch(() => this.#known.delete(path));
    return value;
  }
}

/** Pictures of a content tree, each measured once until its file changes. */
export class KnownPictures {
  readonly #contentDirectory: string;
  readonly #version: 'public' | 'working';
  readonly #measured = new ReadFiles<Picture | undefined>();
  readonly #focal = new ReadFiles<FocalPoint | undefined>();

  constructor(contentDirectory: string, version: 'public' | 'working') {
    this.#contentDirectory = contentDirectory;
    this.#version = version;
  }

  /** The file behind a path of the library, which may be missing. */
  async fileOf(path: string): Promise<string | undefined> {
    if (this.#version === 'public') return findPublicFile(this.#contentDirectory, path);
    return join(this.#contentDirectory, path);
  }

  /** Undefined for what is missing, no picture, or not a file of the media library. */
  async find(path: string): Promise<Picture | undefined> {
    if (!isPicturePath(path)) return undefined;
    const file = await this.fileOf(path);
    const state = file === undefined ? undefined : await stateOf(file);
    const picture = await this.#measured.get(path, state, () => this.#read(file!));
    if (file === undefined || picture === undefined) return undefined;
    const sidecar = sidecarOf(file);
    const said = await stateOf(sidecar);
    const focal = await this.#focal.get(path, said, () => focalPointIn(sidecar));
    return focal === undefined ? picture : { ...picture, focal };
  }

  async #read(file: string): Promise<Picture | undefined> {
    if (!(await this.#isInLibrary(file))) return undefined;
    const measured = await measurePicture(file);
    if (measured === undefined) return undefined;
    const { width, height, format } = measured;
    return { width, height, format, hash: await hashOf(file), widths: variantWidths(measured) };
  }

  /** A tree that somebody else wrote may hold links to whatever this account can read. */
  async #isInLibrary(file: string): Promise<boolean> {
    const [root, target] = await Promise.all([realpath(this.#contentDirectory), realpath(file)]);
    const below = target.slice(root.length + 1);
    return ['media', publicMediaFolder].some((folder) => below.startsWith(join(folder, sep)));
  }
}

/** A sidecar that cannot be read says nothing of the picture here; the library shows what is wrong with it. */
async function focalPointIn(file: string): Promise<FocalPoint | undefined> {
  const text = await readFile(file, 'utf8');
  try {
    const { focal_x: x, focal_y: y } = readSidecar(text);
    return x === null || y === null ? undefined : { x, y };
  } catch (error) {
    if (mediaProblems.invalid_metadata.is(error)) return undefined;
    throw error;
  }
}

function isPicturePath(path: string): boolean {
  const segments = path.split('/');
  // Files and folders with a dot before their name are never served.
  return (
    segments[0] === 'media' &&
    segments.every((segment) => /^[^.\\\0][^\\\0]*$/.test(segment)) &&
    /\.(?:jpe?g|png|webp|avif|gif)$/i.test(path)
  );
}

/** Changes whenever the file does; undefined where there is no file, or one of no sensible size. */
async function stateOf(file: string): Promise<string | undefined> {
  try {
    const { size, mtimeMs, ino, isFile } = await statOf(file);
    return isFile && size <= maxFileBytes ? `${size}:${mtimeMs}:${ino}` : undefined;
  } catch {
    // Missing, or not readable: no picture either way.
    return undefined;
  }
}

async function statOf(file: string) {
  const found = await stat(file);
  return { size: found.size, mtimeMs: found.mtimeMs, ino: found.ino, isFile: found.isFile() };
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256').update(`${encodingVersion}\n`);
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex').slice(0, 16);
}
