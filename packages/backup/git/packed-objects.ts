import { open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { applyDelta } from './delta.ts';
import type { GitObject, ObjectType } from './git-object.ts';

/** By the numbers that packs have for them. */
const types: Readonly<Record<number, ObjectType>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const offsetDelta = 6;
const hashDelta = 7;
const indexMagic = 0xff744f63;
/** The magic, the version, and how many hashes there are up to each first byte. */
const indexHead = 8 + 256 * 4;

/**
 * Objects that git has put together into packs. Only the bytes of the wanted object are read, since a pack may hold
 * videos as well: it is for commits and folders, which are small.
 */
export class PackedObjects {
  readonly #folder: string;

  constructor(packFolder: string) {
    this.#folder = packFolder;
  }

  async read(hash: string): Promise<GitObject | undefined> {
    for (const name of await this.#indexes()) {
      const offset = await reading(join(this.#folder, name), (index) => findOffset(index, hash));
      if (offset === undefined) continue;
      const pack = join(this.#folder, name.replace(/idx$/, 'pack'));
      return reading(pack, (file) => this.#entry(file, offset));
    }
    return undefined;
  }

  async #indexes(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names.filter((name) => name.endsWith('.idx'));
  }

  async #entry(pack: FileHandle, offset: number): Promise<GitObject> {
    const head = await readAt(pack, offset, 64);
    const { type, size, length } = entryHead(head);
    const known = types[type];
    if (known) return { type: known, content: await inflated(pack, offset + length, size) };
    const { base, start } = await this.#base(pack, { type, offset, head, length });
    const delta = await inflated(pack, offset + start, size);
    return { type: base.type, content: applyDelta(base.content, delta) };
  }

  /** What a difference is to: an object of another name, or the one so many bytes before it. */
  async #base(
    pack: FileHandle,
    {
      type,
      offset,
      head,
      length,
    }: Readonly<{ type: number; offset: number; head: Buffer; length: number }>,
  ): Promise<{ base: GitObject; start: number }> {
    if (type === hashDelta) {
      const hash = head.toString('hex', length, length + 20);
      const base = await this.read(hash);
      if (!base) throw new Error(`A pack of the repository lacks ${hash}.`);
      return { base, start: length + 20 };
    }
    if (type !== offsetDelta)
      throw new Error(`A pack of the repository has an entry of type ${type}.`);
    let at = length;
    let distance = head[at]! & 0x7f;
    while (head[at++]! & 0x80) distance = (distance + 1) * 128 + (head[at]! & 0x7f);
    return { base: await this.#entry(pack, offset - distance), start: at };
  }
}

/** Type and size of an entry: four bits of the size in the first byte, seven in each further one. */
function entryHead(head: Buffer): { type: number; size: number; length: number } {
  let size = head[0]! & 0x0f;
  let length = 0;
  for (let factor = 16; head[length++]! & 0x80; factor *= 128)
    size += (head[length]! & 0x7f) * factor;
  return { type: (head[0]! >> 4) & 7, size, length };
}

/** Where in its pack an object begins, by the index of the pack; undefined when it is not in it. */
async function findOffset(index: FileHandle, hash: string): Promise<number | undefined> {
  const head = await readAt(index, 0, indexHead);
  if (head.readUInt32BE(0) !== indexMagic || head.readUInt32BE(4) !== 2)
    throw new Error('A pack of the repository has an index of another version than 2.');
  const upTo = (byte: number): number => (byte < 0 ? 0 : head.readUInt32BE(8 + byte * 4));
  const first = parseInt(hash.slice(0, 2), 16);
  const [from, to, total] = [upTo(first - 1), upTo(first), upTo(255)];
  const hashes = await readAt(index, indexHead + from * 20, (to - from) * 20);
  const place = positionOf(Buffer.from(hash, 'hex'), hashes);
  if (place === undefined) return undefined;
  // After the hashes come as many sums of four bytes, and then the offsets.
  const offsets = indexHead + total * 24;
  const small = (await readAt(index, offsets + (from + place) * 4, 4)).readUInt32BE(0);
  if (small < 0x80000000) return small;
  const large = await readAt(index, offsets + total * 4 + (small - 0x80000000) * 8, 8);
  return Number(large.readBigUInt64BE(0));
}

function positionOf(hash: Buffer, hashes: Buffer): number | undefined {
  for (let at = 0; at < hashes.length; at += 20) {
    if (hash.compare(hashes, at, at + 20) === 0) return at / 20;
  }
  return undefined;
}

async function inflated(pack: FileHandle, offset: number, size: number): Promise<Buffer> {
  // What deflate makes of bytes that it cannot shrink is longer than they are by far less than this.
  const packed = await readAt(pack, offset, size + Math.ceil(size / 100) + 1024);
  return inflateSync(packed);
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function reading<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
