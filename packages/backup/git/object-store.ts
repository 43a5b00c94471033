import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, mkdir, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createDeflate, deflate, deflateSync, inflateSync } from 'node:zlib';
import { syncFolder } from '@galley/kernel';
import { objectHash, objectHeader, type GitObject, type ObjectType } from './git-object.ts';
import { PackedObjects } from './packed-objects.ts';

const deflateAside = promisify(deflate);
/** As git has it for objects of their own: they are packed better later. */
const level = 1;
/** Up to this many bytes, handing work to another thread takes longer than the work. */
const smallBytes = 64 * 1024;
/** Larger files go through in pieces. */
const streamedBytes = 1024 * 1024;
/** Of a large file so many bytes tell whether it can be made smaller. */
const probeBytes = 64 * 1024;

/**
 * The objects of a repository. A new one is a file of its own, written beside its place, synced and renamed, so that
 * there is none that is half, whenever the process or the machine stops. `sync` comes before a commit is made public.
 */
export class ObjectStore {
  readonly #folder: string;
  readonly #packed: PackedObjects;
  readonly #changedFolders = new Set<string>();

  constructor(gitDirectory: string) {
    this.#folder = join(gitDirectory, 'objects');
    this.#packed = new PackedObjects(join(this.#folder, 'pack'));
  }

  /** Keeps the bytes, when they are not kept already, and gives their hash. */
  async write(type: ObjectType, content: Uint8Array): Promise<string> {
    const header = objectHeader(type, content.length);
    const hash = objectHash(header, content);
    if (await this.#has(hash)) return hash;
    const bytes = Buffer.concat([header, content]);
    const packed =
      bytes.length <= smallBytes
        ? deflateSync(bytes, { level })
        : await deflateAside(bytes, { level });
    const temporary = this.#temporary();
    await this.#settling(temporary, async () => {
      const file = await open(temporary, 'wx', 0o444);
      try {
        await file.writeFile(packed);
        await file.sync();
      } finally {
        await file.close();
      }
      await this.#place(temporary, hash);
    });
    return hash;
  }

  /** Keeps the bytes of an open file; undefined when they are not `size` bytes (any more). */
  async writeFile(file: FileHandle, size: number): Promise<string | undefined> {
    if (size > streamedBytes) return this.#stream(file, size);
    const content = await file.readFile();
    return content.length === size ? this.write('blob', content) : undefined;
  }

  async #stream(file: FileHandle, size: number): Promise<string | undefined> {
    const temporary = this.#temporary();
    const sum = createHash('sha1');
    let bytes = 0;
    async function* framed(): AsyncGenerator<Buffer> {
      const header = objectHeader('blob', size);
      sum.update(header);
      yield header;
      const chunks = file.createReadStream({
        autoClose: false,
        start: 0,
        highWaterMark: 256 * 1024,
      });
      for await (const chunk of chunks as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        // Its hash would be that of other bytes than its header says, and it may grow for ever.
        if (bytes > size) return;
        sum.update(chunk);
        yield chunk;
      }
    }
    return this.#settling(temporary, async () => {
      const target = createWriteStream(temporary, { flags: 'wx', mode: 0o444, flush: true });
      await pipeline(framed, createDeflate({ level: await levelFor(file) }), target);
      if (bytes === size) return this.#place(temporary, sum.digest('hex'));
      await rm(temporary);
      return undefined;
    });
  }

  /** Throws when it is not there. */
  async read(hash: string, type: ObjectType): Promise<Buffer> {
    const found = (await this.#readLoose(hash)) ?? (await this.#packed.read(hash));
    if (found?.type !== type)
      throw new Error(`The git repository of the content tree lacks the ${type} ${hash}.`);
    return found.content;
  }

  /** Makes the names of all new objects last, as their bytes do already. */
  async sync(): Promise<void> {
    for (const folder of [...this.#changedFolders, this.#folder]) {
      await syncFolder(folder);
    }
    this.#changedFolders.clear();
  }

  async #readLoose(hash: string): Promise<GitObject | undefined> {
    let bytes: Buffer;
    try {
      bytes = inflateSync(await readFile(this.#pathOf(hash)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    const end = bytes.indexOf(0);
    const type = bytes.toString('latin1', 0, bytes.indexOf(0x20)) as ObjectType;
    return { type, content: bytes.subarray(end + 1) };
  }

  async #has(hash: string): Promise<boolean> {
    return access(this.#pathOf(hash)).then(
      () => true,
      () => false,
    );
  }

  async #place(temporary: string, hash: string): Promise<string> {
    const folder = join(this.#folder, hash.slice(0, 2));
    if (!this.#changedFolders.has(folder)) {
      await mkdir(folder, { recursive: true });
      this.#changedFolders.add(folder);
    }
    await rename(temporary, this.#pathOf(hash));
    return hash;
  }

  async #settling<T>(temporary: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  #pathOf(hash: string): string {
    return join(this.#folder, hash.slice(0, 2), hash.slice(2));
  }

  /** Of the form that `git gc` clears away, should this process be killed. */
  #temporary(): string {
    return join(this.#folder, `tmp_obj_${randomBytes(9).toString('hex')}`);
  }
}

/** Pictures and videos are as small as they get: trying again costs time and saves nothing. */
async function levelFor(file: FileHandle): Promise<number> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(probeBytes), 0, probeBytes, 0);
  return deflateSync(buffer.subarray(0, bytesRead), { level }).length > bytesRead * 0.95
    ? 0
    : level;
}
