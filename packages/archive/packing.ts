import { createHash, hash, type Hash } from 'node:crypto';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { deflated, stored, type Method } from './zip-format.ts';

const deflateRaw = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.deflateRaw);

/** Default of `zip`. */
const level = 6;

const compressedKinds = new Set(
  (
    'jpg jpeg png gif webp avif heic jxl mp4 m4v mov webm ogv ogg oga opus mp3 m4a aac flac ' +
    'zip gz tgz bz2 xz zst 7z rar docx xlsx pptx odt ods odp epub pdf woff woff2'
  ).split(' '),
);

export function isCompressible(path: string): boolean {
  const extension = /\.([^./]+)$/.exec(path)?.[1];
  return extension === undefined || !compressedKinds.has(extension.toLowerCase());
}

export interface PackedEntry {
  readonly name: string;
  readonly modifiedAt: Date;
  readonly method: Method;
  readonly packed: Uint8Array;
  readonly crc32: number;
  readonly size: number;
  readonly sha256: string;
}

/** Runs on a thread of the pool. */
export async function pack(name: string, bytes: Buffer, modifiedAt: Date): Promise<PackedEntry> {
  const whole = {
    name,
    modifiedAt,
    size: bytes.length,
    crc32: zlib.crc32(bytes),
    sha256: hash('sha256', bytes),
  };
  if (bytes.length > 0 && isCompressible(name)) {
    const packed = await deflateRaw(bytes, { level });
    if (packed.length < bytes.length) return { ...whole, method: deflated, packed };
  }
  return { ...whole, method: stored, packed: bytes };
}

/** Back-pressure: the next chunk is requested after the last was processed, so its buffer can be reused. */
export async function* through(
  bytes: AsyncIterable<Uint8Array>,
  transformation: Transform,
): AsyncGenerator<Buffer> {
  const feeding = feed(bytes, transformation).catch((error: unknown) => {
    transformation.destroy(error as Error);
  });
  try {
    yield* transformation as AsyncIterable<Buffer>;
  } finally {
    transformation.destroy();
    await feeding;
  }
}

async function feed(bytes: AsyncIterable<Uint8Array>, into: Transform): Promise<void> {
  for await (const chunk of bytes) {
    const processed = Promise.withResolvers<void>();
    into.once('close', processed.resolve);
    into.write(chunk, () => processed.resolve());
    await processed.promise;
    into.off('close', processed.resolve);
    if (into.destroyed) return;
  }
  into.end();
}

/** Size, CRC-32 and SHA-256 are those of the unpacked bytes. */
export class PackingStream {
  readonly #isCompressed: boolean;
  readonly #hash: Hash = createHash('sha256');
  size = 0;
  crc32 = 0;

  constructor(isCompressed: boolean) {
    this.#isCompressed = isCompressed;
  }

  pack(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    const counted = this.#count(bytes);
    if (!this.#isCompressed) return counted;
    return through(counted, zlib.createDeflateRaw({ level, chunkSize: 128 * 1024 }));
  }

  /** Hexadecimal. Can be called once. */
  sha256(): string {
    return this.#hash.digest('hex');
  }

  async *#count(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      this.size += chunk.length;
      this.crc32 = zlib.crc32(chunk, this.crc32);
      this.#hash.update(chunk);
      yield chunk;
    }
  }
}
