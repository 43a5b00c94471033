import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import zlib from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import {
  decodeName,
  requireEntryCount,
  requirePlainEntry,
  type ArchiveEntry,
} from './archive-entry.ts';
import { through } from './packing.ts';
import { archiveProblems, ArchiveFault, asArchiveFault } from './problems.ts';
import { SpareBuffers } from './spare-buffers.ts';
import { stored } from './zip-format.ts';

const headerBytes = 30;
const likelyExtraBytes = 64;
const chunkBytes = 256 * 1024;
const wholeBytes = 1024 * 1024;

/** Reads an untrusted ZIP in constant memory. Throws `ArchiveFault` for a broken archive. */
export class ArchiveReader implements AsyncDisposable {
  /** Names are unchecked; the name of a folder ends with a slash. */
  readonly entries: readonly ArchiveEntry[];
  readonly size: number;
  readonly #file: FileHandle;
  readonly #memory = new SpareBuffers();

  private constructor(file: FileHandle, zip: ZipFile, entries: readonly ArchiveEntry[]) {
    this.#file = file;
    this.size = zip.fileSize;
    this.entries = entries;
  }

  /** Opens the file and reads its directory. @throws `not_found` */
  static async open(path: string, maxEntries = Infinity): Promise<ArchiveReader> {
    return withZip(path, async (file, zip) => {
      requireEntryCount(zip.entryCount, maxEntries);
      return new ArchiveReader(file, zip, await entriesOf(zip));
    });
  }

  /** @throws `ArchiveFault` when size or CRC-32 differ from the directory. */
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

  /** Hexadecimal. @throws as `read` */
  async sha256(entry: ArchiveEntry): Promise<string> {
    const digest = createHash('sha256');
    for await (const chunk of this.stream(entry)) digest.update(chunk);
    return digest.digest('hex');
  }

  /** Each chunk is valid until the next is requested. @throws as `read`, at the end at the latest */
  async *stream(entry: ArchiveEntry): AsyncGenerator<Buffer> {
    if (Math.max(entry.size, entry.packedSize) <= wholeBytes) {
      const whole = await this.read(entry);
      yield whole;
      this.#memory.giveBack(whole);
    } else yield* this.#pieces(entry);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }

  async *#pieces(entry: ArchiveEntry): AsyncGenerator<Buffer> {
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

  /** A second read is needed only after an unusually long extra field. */
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

export async function readComment(path: string): Promise<{ comment: string; size: number }> {
  return withZip(path, async (file, { comment, fileSize: size }) => {
    await file.close();
    // With `decodeStrings: false` the comment is a buffer, though its type says string.
    return { comment: Buffer.from(comment).toString('latin1'), size };
  });
}

async function withZip<T>(
  path: string,
  work: (file: FileHandle, zip: ZipFile) => Promise<T>,
): Promise<T> {
  const file = await openFile(path);
  try {
    // yauzl would refuse bad names without naming the entry.
    return await work(
      file,
      await yauzl.fromFdPromise(file.fd, { autoClose: false, decodeStrings: false }),
    );
  } catch (error) {
    await file.close();
    throw asArchiveFault(error, 'The archive cannot be read as a ZIP');
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw archiveProblems.not_found(`There is no file ${basename(path)} there.`);
  }
}

async function entriesOf(zip: ZipFile): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(asEntry(entry));
  return entries;
}

function asEntry(found: Entry): ArchiveEntry {
  const flags = found.generalPurposeBitFlag;
  const entry = {
    name: decodeName(flags, found.fileNameRaw, found.extraFieldRaw),
    size: found.uncompressedSize,
    packedSize: found.compressedSize,
    method: found.compressionMethod,
    crc32: found.crc32,
    offset: found.relativeOffsetOfLocalHeader,
  };
  requirePlainEntry(entry, { flags, attributes: found.externalFileAttributes });
  return entry;
}

/** Synchronous: for small entries, the thread pool takes longer and more memory. */
function inflate(packed: Buffer, size: number): Buffer {
  const room = Math.max(size, 64);
  return zlib.inflateRawSync(packed, { maxOutputLength: room, chunkSize: room });
}

function dataStartIn(header: Buffer, { name }: ArchiveEntry): number {
  if (header.length < headerBytes || header.readUInt32LE(0) !== 0x0403_4b50)
    throw broken(name, 'there is nothing where the directory says that it begins');
  const nameEnd = headerBytes + header.readUInt16LE(26);
  const localName = header.subarray(headerBytes, nameEnd);
  const isSame =
    localName.equals(Buffer.from(name)) ||
    decodeName(header.readUInt16LE(6), localName, Buffer.alloc(0)) === name;
  if (!isSame) throw broken(name, 'it has another name there than in the directory');
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
  if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
    return broken(name, 'it has another size than the directory says');
  return asArchiveFault(error, 'cannot be unpacked', name);
}

function broken(name: string, reason: string): Error {
  return new ArchiveFault(`cannot be unpacked, as it is broken: ${reason}`, name);
}
