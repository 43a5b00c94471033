import { createHash, hash, type Hash } from 'node:crypto';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { deflated, stored, type Method } from './zip-format.ts';

const deflateRaw = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.deflateRaw);

/** As `zip` does by default. */
const level = 6;

/** What is compressed by its kind already, and what would only cost time to compress again. */
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

/** A file as it goes into an archive. */
export interface PackedEntry {
  readonly name: string;
  readonly modifiedAt: Date;
  readonly method: Method;
  readonly packed: Uint8Array;
  readonly crc32: number;
  readonly size: number;
  readonly sha256: string;
}

/** Packs bytes that are in memory, on a thread of the pool. */
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

/**
 * What comes out of a transformation. The next bytes are asked for when the last ones are worked off, and nobody looks
 * at them any more. Errors pass both ways, and whoever stops reading ends all of it.
 */
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
    const workedOff = Promise.withResolvers<void>();
    into.once('close', workedOff.resolve);
    into.write(chunk, () => workedOff.resolve());
    await workedOff.promise;
    into.off('close', workedOff.resolve);
    if (into.destroyed) return;
  }
  into.end();
}

/** Packs bytes that come one after another, and counts them. */
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

  /** Of all that was read; can be asked for once. */
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
