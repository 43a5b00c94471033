import type { Sharp } from 'sharp';
import { OnceAMinute, type Clock, type Logger } from '@galley/kernel';
import { PictureCache } from './known-pictures.ts';
import { openPicture } from './open-picture.ts';
import {
  mediaTypeOf,
  parseVariantAddress,
  variantFormats,
  type Picture,
  type PictureReader,
  type VariantFormat,
  type VariantName,
} from './picture.ts';
import type { WorkingPictures } from './read-media-file.ts';
import { VariantFiles } from './variant-files.ts';
import { WorkQueue } from './work-queue.ts';

export interface MediaLibraryOptions {
  readonly contentDirectory: string;
  /** Shared by all processes. */
  readonly cacheDirectory: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface VariantFile {
  readonly file: string;
  readonly mediaType: string;
  /** The original picture, because the variant is not available (yet). */
  readonly isStandIn: boolean;
}

/** Per process. Requests beyond the queue get the original picture. */
const limits = { running: 2, waiting: 64 };
const maxUndecodable = 10_000;

export class MediaLibrary implements PictureReader, WorkingPictures {
  readonly #pictures: PictureCache;
  readonly #working: PictureCache;
  readonly #files: VariantFiles;
  readonly #queue = new WorkQueue(limits);
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #throttle = new OnceAMinute();
  readonly #inProgress = new Map<string, Promise<boolean>>();
  /** Permanent: the address contains the content hash. */
  readonly #undecodable = new Set<string>();
  readonly #counts = { made: 0, failed: 0, refused: 0 };

  constructor({ contentDirectory, cacheDirectory, clock, logger }: MediaLibraryOptions) {
    this.#pictures = new PictureCache(contentDirectory, 'public');
    this.#working = new PictureCache(contentDirectory, 'working');
    this.#files = new VariantFiles(cacheDirectory);
    this.#clock = clock;
    this.#logger = logger;
  }

  /** `refused` counts requests beyond the queue. */
  get measures() {
    return { ...this.#counts, waiting: this.#queue.waiting };
  }

  async describe(paths: readonly string[]): Promise<ReadonlyMap<string, Picture>> {
    const found = new Map<string, Picture>();
    for (const path of paths) {
      const picture = await this.#pictures.find(path);
      if (picture !== undefined) found.set(path, picture);
    }
    return found;
  }

  async sizes(paths: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>();
    for (const path of paths) {
      const size = await this.#pictures.findSize(path);
      if (size !== undefined) found.set(path, size);
    }
    return found;
  }

  describeWorking(path: string): Promise<Picture | undefined> {
    return this.#working.find(path);
  }

  /** `address` is decoded and below `/media-variants/`. Undefined for a missing or changed picture. */
  async findVariant(address: string): Promise<VariantFile | undefined> {
    const name = parseVariantAddress(address);
    if (name === undefined) return undefined;
    const picture = await this.#pictures.find(name.path);
    if (picture === undefined || !isVariantOf(picture, name)) return undefined;
    if ((await this.#files.has(name, this.#clock.now())) || (await this.#ensureVariant(name))) {
      const mediaType = mediaTypeOf(name.format);
      return { file: this.#files.pathOf(name), mediaType, isStandIn: false };
    }
    const mediaType = mediaTypeOf(picture.format);
    const file = await this.#pictures.findFile(name.path);
    return file === undefined ? undefined : { file, mediaType, isStandIn: true };
  }

  removeOldVariants(): Promise<number> {
    return this.#files.removeOld(this.#clock.now());
  }

  async #ensureVariant(name: VariantName): Promise<boolean> {
    const key = this.#files.pathOf(name);
    const inProgress = this.#inProgress.get(key);
    if (inProgress !== undefined) return inProgress;
    if (this.#undecodable.has(key)) return false;
    if (this.#queue.isFull) {
      this.#counts.refused += 1;
      return false;
    }
    const creation = this.#queue.run(() => this.#createVariant(name));
    this.#inProgress.set(key, creation);
    try {
      const isCreated = await creation;
      this.#counts[isCreated ? 'made' : 'failed'] += 1;
      return isCreated;
    } finally {
      this.#inProgress.delete(key);
    }
  }

  async #createVariant(name: VariantName): Promise<boolean> {
    try {
      const bytes = await this.#tryEncode(name);
      // A file replaced during the read would be stored under the old hash.
      const now = await this.#pictures.find(name.path);
      if (bytes === undefined || now?.hash !== name.hash) return false;
      await this.#files.write(name, bytes);
      return true;
    } catch (error) {
      // Visitors get the original picture.
      const repeated = this.#throttle.admit(String((error as NodeJS.ErrnoException).code));
      if (repeated !== undefined)
        this.#logger.warn('picture variant not stored', {
          ...name,
          error: String(error),
          repeated,
        });
      return false;
    }
  }

  async #tryEncode(name: VariantName): Promise<Uint8Array | undefined> {
    try {
      const file = await this.#pictures.findFile(name.path);
      return file === undefined ? undefined : await encode(file, name);
    } catch (error) {
      this.#logger.warn('picture not decoded', { ...name, error: String(error) });
      if (this.#undecodable.size >= maxUndecodable) this.#undecodable.clear();
      this.#undecodable.add(this.#files.pathOf(name));
      return undefined;
    }
  }
}

function isVariantOf(picture: Picture, { hash, width, format }: VariantName): boolean {
  const { widths } = picture;
  return (
    picture.hash === hash && widths.includes(width) && variantFormats(picture).includes(format)
  );
}

/** Upright, in sRGB, without EXIF data. */
async function encode(file: string, { width, format }: VariantName): Promise<Uint8Array> {
  // Truncated pictures are shown as far as they go.
  const options = { failOn: 'none', sequentialRead: true } as const;
  const picture = await openPicture(file, options);
  const resized = picture.autoOrient().resize({ width, withoutEnlargement: true });
  return encoders[format](resized).toBuffer();
}

/** Higher efforts save a few percent and take several times as long. */
const encoders: Readonly<Record<VariantFormat, (picture: Sharp) => Sharp>> = {
  jpeg: (picture) => picture.jpeg({ quality: 80, mozjpeg: true }),
  png: (picture) => picture.png({ compressionLevel: 9 }),
  webp: (picture) => picture.webp({ quality: 78, effort: 4 }),
  avif: (picture) => picture.avif({ quality: 55, effort: 3 }),
};
