import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { silentLogger, type LogAttributes } from '@galley/kernel';
import { ManualClock, temporaryDirectory } from '@galley/testing';
import { MediaLibrary, type VariantFile } from './media-library.ts';
import { variantAddress, variantFolder, type Picture, type VariantName } from './picture.ts';
import { sharp } from './sharp-limits.ts';

export class PictureHarness implements AsyncDisposable {
  readonly clock = new ManualClock('2026-06-01T08:00:00Z');
  readonly warnings: { readonly message: string; readonly attributes: LogAttributes }[] = [];
  readonly directory: string;
  readonly library: MediaLibrary;
  readonly #dispose: () => Promise<void>;

  private constructor(directory: string, dispose: () => Promise<void>) {
    this.directory = directory;
    this.library = this.openSecondLibrary();
    this.#dispose = dispose;
  }

  static async open(): Promise<PictureHarness> {
    const folder = await temporaryDirectory();
    return new PictureHarness(folder.path, async () => folder[Symbol.asyncDispose]());
  }

  openSecondLibrary(): MediaLibrary {
    return new MediaLibrary({
      contentDirectory: join(this.directory, 'content'),
      cacheDirectory: this.cacheDirectory,
      clock: this.clock,
      logger: {
        ...silentLogger,
        warn: (message, attributes = {}) => void this.warnings.push({ message, attributes }),
      },
    });
  }

  get cacheDirectory(): string {
    return join(this.directory, 'variants');
  }

  findFile(path: string): string {
    return join(this.directory, 'content', path);
  }

  async put(path: string, bytes: Uint8Array): Promise<void> {
    await mkdir(dirname(this.findFile(path)), { recursive: true });
    await writeFile(this.findFile(path), bytes);
  }

  async describePicture(path: string): Promise<Picture> {
    const found = (await this.library.describe([path])).get(path);
    if (found === undefined) throw new Error(`${path} is no picture`);
    return found;
  }

  find(name: VariantName): Promise<VariantFile | undefined> {
    return this.library.findVariant(
      decodeURIComponent(variantAddress(name).replace(variantFolder, '')),
    );
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#dispose();
  }
}

export interface Photograph {
  readonly width?: number;
  readonly height?: number;
  readonly color?: string;
}

/** Plain, in a single colour. */
export function photograph({ width = 1000, height = 500, color = '#446688' }: Photograph = {}) {
  return sharp({ create: { width, height, channels: 3, background: color } });
}

/** A few bytes with huge dimensions. */
export function pictureBomb(width: number, height: number): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
