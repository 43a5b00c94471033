import { createHash, hash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import zlib from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { DomainError } from '@galley/kernel';
import { backupProblems } from '../problems.ts';
import { through } from './packing.ts';
import { SpareBuffers } from './spare-buffers.ts';
import { deflated, stored } from './zip-format.ts';

/** What the directory of a ZIP says of an entry. */
export interface ArchiveEntry {
  readonly name: string;
  /** Bytes, unpacked. */
  readonly size: number;
  readonly packedSize: number;
  readonly method: number;
  readonly crc32: number;
  readonly modifiedAt: Date;
  /** Of its header in the file. */
  readonly offset: number;
}

const headerBytes = 30;
const likelyExtraBytes = 64;
const chunkBytes = 256 * 1024;
/** Larger entries are summed up in pieces. */
const wholeBytes = 1024 * 1024;

/** Reads a ZIP that anybody may have made. Whatever is not in order in it is thrown as `invalid_archive`. */
export class ArchiveReader implements AsyncDisposable {
  readonly comment: string;
  readonly entries: readonly ArchiveEntry[];
  /** Of the file, in bytes. */
  readonly size: number;
  readonly #file: FileHandle;
  readonly #memory = new SpareBuffers();

  private constructor(file: FileHandle, zip: ZipFile, entries: readonly ArchiveEntry[]) {
    this.#file = file;
    this.size = zip.fileSize;
    this.comment = zip.comment;
    this.entries = entries;
  }

  /** Reads what is in it; throws `not_found` when there is no such file. */
  static async open(path: string): Promise<ArchiveReader> {
    return withZip(path, async (file, zip) => new ArchiveReader(file, zip, await entriesOf(zip)));
  }

  /** The bytes of a small entry, as its size and sum say. */
  async read(entry: ArchiveEntry): Promise<Buffer> {
    const packed = await this.#packed(entry);
    try {
      const bytes = entry.method === stored ? packed : inflate(packed, entry.size);
      if (bytes !== packed) this.#memory.giveBack(packed);
      requireSame(entry, { size: bytes.length, crc32: zlib.crc32(bytes) });
      return bytes;
    } catch (error) {
      throw asBroken(error, entry.name);
    }
  }

  /** The SHA-256 of an entry's bytes, which are as its size and sum say. */
  async sha256(entry: ArchiveEntry): Promise<string> {
    if (Math.max(entry.size, entry.packedSize) <= wholeBytes) {
      const bytes = await this.read(entry);
      const sum = hash('sha256', bytes);
      this.#memory.giveBack(bytes);
      return sum;
    }
    const digest = createHash('sha256');
    for await (const chunk of this.stream(entry)) digest.update(chunk);
    return digest.digest('hex');
  }

  /** The bytes of an entry, one after another, each of them until the next are asked for; throws at the end, at the latest, when they are not what it says. */
  async *stream(entry: ArchiveEntry): AsyncGenerator<Buffer> {
    const packed = this.#packedChunks(entry, await this.#dataStart(entry));
    const bytes: AsyncIterable<Buffer> =
      entry.method === stored
        ? packed
        : through(packed, zlib.createInflateRaw({ chunkSize: chunkBytes }));
    const seen = { size: 0, crc32: 0 };
    try {
      for await (const chunk of bytes) {
        seen.size += chunk.length;
        if (seen.size > entry.size) break;
        seen.crc32 = zlib.crc32(chunk, seen.crc32);
        yield chunk;
      }
      requireSame(entry, seen);
    } catch (error) {
      throw asBroken(error, entry.name);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }

  /** Header and bytes in one go, as a rule. */
  async #packed(entry: ArchiveEntry): Promise<Buffer> {
    const ahead = headerBytes + Buffer.byteLength(entry.name) + likelyExtraBytes;
    const bytes = await this.#bytesAt(entry.offset, ahead + entry.packedSize);
    const start = dataStartIn(bytes, entry);
    const end = start + entry.packedSize;
    if (end <= bytes.length) return bytes.subarray(start, end);
    const rest = await this.#bytesAt(entry.offset + start, entry.packedSize);
    if (rest.length < entry.packedSize) throw broken(entry.name, 'it ends too early');
    return rest;
  }

  async #dataStart(entry: ArchiveEntry): Promise<number> {
    return (
      entry.offset +
      dataStartIn(
        await this.#bytesAt(entry.offset, headerBytes + Buffer.byteLength(entry.name)),
        entry,
      )
    );
  }

  async *#packedChunks(entry: ArchiveEntry, start: number): AsyncGenerator<Buffer> {
    const buffer = Buffer.allocUnsafeSlow(Math.min(chunkBytes, entry.packedSize));
    for (let done = 0; done < entry.packedSize;) {
      const length = Math.min(chunkBytes, entry.packedSize - done);
      const chunk = await this.#readInto(buffer.subarray(0, length), start + done);
      if (chunk.length === 0) throw broken(entry.name, 'it ends too early');
      yield chunk;
      done += chunk.length;
    }
  }

  async #bytesAt(position: number, length: number): Promise<Buffer> {
    return this.#readInto(this.#memory.take(length), position);
  }

  async #readInto(buffer: Buffer, position: number): Promise<Buffer> {
    const { length } = buffer;
    let done = 0;
    while (done < length) {
      const { bytesRead } = await this.#file.read(buffer, done, length - done, position + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return buffer.subarray(0, done);
  }
}

/** The comment of a ZIP, without reading its directory. */
export async function readComment(path: string): Promise<{ comment: string; size: number }> {
  return withZip(path, async (file, { comment, fileSize: size }) => {
    await file.close();
    return { comment, size };
  });
}

async function withZip<T>(
  path: string,
  work: (file: FileHandle, zip: ZipFile) => Promise<T>,
): Promise<T> {
  const file = await openFile(path);
  try {
    const zip = await yauzl.fromFdPromise(file.fd, { autoClose: false, strictFileNames: true });
    return await work(file, zip);
  } catch (error) {
    await file.close();
    if (error instanceof DomainError || (error as NodeJS.ErrnoException).syscall !== undefined)
      throw error;
    throw backupProblems.invalid_archive(`The archive cannot be read: ${messageOf(error)}.`);
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw backupProblems.not_found(`There is no file ${basename(path)} there.`);
  }
}

async function entriesOf(zip: ZipFile): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (!isFolder(entry)) entries.push(asEntry(entry));
  }
  return entries;
}

/** Other programs list folders too. They hold no bytes, and a folder is made with the files in it. */
function isFolder({ fileName, uncompressedSize }: Entry): boolean {
  return fileName.endsWith('/') && uncompressedSize === 0;
}

function asEntry(entry: Entry): ArchiveEntry {
  const {
    fileName: name,
    compressionMethod: method,
    externalFileAttributes,
    versionMadeBy,
  } = entry;
  if (entry.isEncrypted()) throw broken(name, 'it is encrypted');
  if (method !== stored && method !== deflated)
    throw broken(name, `it is packed by method ${method}, and only 0 and 8 are known here`);
  const kind = (externalFileAttributes >>> 16) & constants.S_IFMT;
  const isUnix = versionMadeBy >> 8 === 3;
  if (isUnix && kind !== 0 && kind !== constants.S_IFREG)
    throw broken(name, 'it is no ordinary file');
  return {
    name,
    method,
    size: entry.uncompressedSize,
    packedSize: entry.compressedSize,
    crc32: entry.crc32,
    modifiedAt: entry.getLastModDate({ timezone: 'UTC' }),
    offset: entry.relativeOffsetOfLocalHeader,
  };
}

/** At once: of so few bytes, handing them to a thread takes longer, and much more memory. */
function inflate(packed: Buffer, size: number): Buffer {
  const room = Math.max(size, 64);
  return zlib.inflateRawSync(packed, { maxOutputLength: room, chunkSize: room });
}

function dataStartIn(header: Buffer, { name }: ArchiveEntry): number {
  if (header.length < headerBytes || header.readUInt32LE(0) !== 0x0403_4b50)
    throw broken(name, 'there is nothing where the directory says that it begins');
  const nameEnd = headerBytes + header.readUInt16LE(26);
  if (!header.subarray(headerBytes, nameEnd).equals(Buffer.from(name)))
    throw broken(name, 'it has another name there than in the directory');
  return nameEnd + header.readUInt16LE(28);
}

function requireSame(
  entry: ArchiveEntry,
  { size, crc32 }: { readonly size: number; readonly crc32: number },
): void {
  if (size !== entry.size) throw broken(entry.name, 'it has another size than the directory says');
  if (crc32 !== entry.crc32) throw broken(entry.name, 'its checksum (CRC-32) is wrong');
}

function asBroken(error: unknown, name: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ERR_BUFFER_TOO_LARGE')
    return broken(name, 'it has another size than the directory says');
  // Of zlib.
  if (code?.startsWith('Z_') && syscall === undefined)
    return broken(name, `it cannot be unpacked (${messageOf(error)})`);
  return error;
}

function broken(name: string, reason: string): Error {
  return backupProblems.invalid_archive(
    `${JSON.stringify(name)} in the archive is broken: ${reason}.`,
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
