import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createDeflate, deflateSync } from 'node:zlib';
import { syncFolder } from '@galley/kernel';
import { temporaryObject } from './git-files.ts';

/** `git gc` compresses again. */
const level = 1;
const chunkBytes = 256 * 1024;
const maxWholeBytes = 64 * 1024;
const newObject = { mode: 0o444, flush: true };
/** The start shows whether the rest can be compressed. */
const probeBytes = 64 * 1024;

/** isomorphic-git would hold several copies in memory. Objects are synced before they get their name. */
export class BlobWriter {
  readonly #objects: string;
  readonly #changedFolders = new Set<string>();

  constructor(gitDirectory: string) {
    this.#objects = join(gitDirectory, 'objects');
  }

  /** `undefined` if the size is no longer `size`. */
  async write(file: FileHandle, size: number): Promise<string | undefined> {
    const temporary = temporaryObject(this.#objects);
    const write = size <= maxWholeBytes ? writeWhole : writeChunks;
    try {
      const oid = await write(file, size, temporary);
      if (oid === undefined) return undefined;
      const folder = join(this.#objects, oid.slice(0, 2));
      if (!this.#changedFolders.has(folder)) await mkdir(folder, { recursive: true });
      this.#changedFolders.add(folder);
      await rename(temporary, join(folder, oid.slice(2)));
      return oid;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async sync(): Promise<void> {
    for (const folder of [...this.#changedFolders, this.#objects]) await syncFolder(folder);
    this.#changedFolders.clear();
  }
}

/** Streams take twice the time for a small file. */
async function writeWhole(
  file: FileHandle,
  size: number,
  target: string,
): Promise<string | undefined> {
  const content = await file.readFile();
  if (content.length !== size) return undefined;
  const bytes = Buffer.concat([header(size), content]);
  await writeFile(target, deflateSync(bytes, { level }), { ...newObject, flag: 'wx' });
  return createHash('sha1').update(bytes).digest('hex');
}

async function writeChunks(
  file: FileHandle,
  size: number,
  target: string,
): Promise<string | undefined> {
  const hash = createHash('sha1').update(header(size));
  let bytes = 0;
  async function* content(): AsyncGenerator<Buffer> {
    yield header(size);
    const chunks = file.createReadStream({ autoClose: false, start: 0, highWaterMark: chunkBytes });
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > size) return;
      hash.update(chunk);
      yield chunk;
    }
  }
  const object = createWriteStream(target, { ...newObject, flags: 'wx' });
  await pipeline(content, createDeflate({ level: await levelFor(file) }), object);
  return bytes === size ? hash.digest('hex') : undefined;
}

function header(size: number): Buffer {
  return Buffer.from(`blob ${size}\0`);
}

/** Compressing images and videos again saves no space. */
async function levelFor(file: FileHandle): Promise<number> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(probeBytes), 0, probeBytes, 0);
  const compressed = deflateSync(buffer.subarray(0, bytesRead), { level });
  return compressed.length > bytesRead * 0.95 ? 0 : level;
}
