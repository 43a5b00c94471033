import type { FileHandle } from 'node:fs/promises';
import {
  deflated,
  directoryRecord,
  endOfDirectory,
  localHeader,
  stored,
  type EntryRecord,
} from './zip-format.ts';
import { ByteCollector } from './byte-collector.ts';
import { PackingStream, type PackedEntry } from './packing.ts';

export interface StreamedEntry {
  readonly name: string;
  readonly modifiedAt: Date;
  readonly isCompressed: boolean;
  /** Expected bytes; decides whether ZIP64 sizes are reserved. */
  readonly size: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

interface Streamed {
  readonly record: EntryRecord;
  readonly sha256: string;
}

const flushBytes = 1024 * 1024;
/** Below 4 GiB, since packing may enlarge a file a little. */
const largeBytes = 0xf000_0000;

/** Constant memory. Sizes and checksums precede each entry, so that stream readers can unpack it. */
export class ZipWriter {
  readonly #file: FileHandle;
  readonly #directory = new ByteCollector();
  #entries = 0;
  readonly #waiting = Buffer.allocUnsafeSlow(flushBytes);
  #waitingBytes = 0;
  #position = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  get size(): number {
    return this.#position;
  }

  async add(entry: PackedEntry): Promise<void> {
    const packedSize = entry.packed.length;
    const record = { ...entry, packedSize, isLarge: false, offset: this.#position };
    await this.#write(localHeader(record), entry.packed);
    this.#list(record);
  }

  /** A source that fails leaves the archive as before. */
  async addStream(entry: StreamedEntry): Promise<{ size: number; sha256: string }> {
    const [added] = await this.addStreams([entry]);
    return added!;
  }

  /** Adds all entries or none. `check` may throw to refuse them. */
  async addStreams(
    entries: readonly StreamedEntry[],
    check: () => void = () => undefined,
  ): Promise<{ size: number; sha256: string }[]> {
    const start = this.#position;
    try {
      const streamed: Streamed[] = [];
      for (const entry of entries) streamed.push(await this.#stream(entry));
      check();
      for (const { record } of streamed) this.#list(record);
      return streamed.map(({ record: { size }, sha256 }) => ({ size, sha256 }));
    } catch (error) {
      await this.#rollBack(start);
      throw error;
    }
  }

  /** `comment` is printable ASCII. */
  async end(comment: string): Promise<void> {
    const offset = this.#position;
    for (const records of this.#directory.all()) await this.#write(records);
    const size = this.#position - offset;
    await this.#write(endOfDirectory({ entries: this.#entries, offset, size, comment }));
    await this.#flush();
  }

  async #stream({ bytes, isCompressed, size, ...named }: StreamedEntry): Promise<Streamed> {
    const offset = this.#position;
    const method = isCompressed ? deflated : stored;
    const place = { ...named, method, offset, isLarge: size >= largeBytes } as const;
    await this.#write(localHeader({ ...place, crc32: 0, packedSize: 0, size: 0 }));
    const before = this.#position;
    const packing = new PackingStream(isCompressed);
    for await (const chunk of packing.pack(bytes)) await this.#write(chunk);
    const packedSize = this.#position - before;
    const record = { ...place, packedSize, size: packing.size, crc32: packing.crc32 };
    await this.#flush();
    await this.#writeAt(localHeader(record), offset);
    return { record, sha256: packing.sha256() };
  }

  #list(record: EntryRecord): void {
    this.#directory.add(directoryRecord(record));
    this.#entries += 1;
  }

  async #write(...chunks: readonly Uint8Array[]): Promise<void> {
    for (const chunk of chunks) {
      if (this.#waitingBytes + chunk.length > flushBytes) await this.#flush();
      if (chunk.length > flushBytes) await this.#writeAt(chunk, this.#position);
      else {
        this.#waiting.set(chunk, this.#waitingBytes);
        this.#waitingBytes += chunk.length;
      }
      this.#position += chunk.length;
    }
  }

  async #flush(): Promise<void> {
    const length = this.#waitingBytes;
    await this.#writeAt(this.#waiting.subarray(0, length), this.#position - length);
    this.#waitingBytes = 0;
  }

  async #writeAt(bytes: Uint8Array, position: number): Promise<void> {
    for (let done = 0; done < bytes.length;)
      done += (await this.#file.write(bytes, done, bytes.length - done, position + done))
        .bytesWritten;
  }

  async #rollBack(to: number): Promise<void> {
    const written = this.#position - this.#waitingBytes;
    // Earlier entries may still be among the collected chunks.
    this.#waitingBytes = Math.max(0, to - written);
    this.#position = to;
    if (written > to) await this.#file.truncate(to);
  }
}
