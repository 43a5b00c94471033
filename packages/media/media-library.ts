import type { Sharp } from 'sharp';
import { OnceAMinute, type Clock, type Logger } from '@galley/kernel';
import { KnownPictures } from './known-pictures.ts';
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
  /** Pictures are in `media/` of it. */
  readonly contentDirectory: string;
  /** Where variants are kept, shared by all processes; created when the first is made. */
  readonly cacheDirectory: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A file that shows a picture in a certain size and format. */
export interface VariantFile {
  readonly file: string;
  readonly mediaType: string;
  /** It is the picture itself: the variant could not be made, or not now. It may be another file the next time. */
  readonly isStandIn: boolean;
}

/** At once, for each process; beyond those that wait, whoever asks is given the picture itself. */
const limits = { running: 2, waiting: 64 };
const maxUnmakeable = 10_000;

/** The pictures of a project: what is known of them, and their variants, each made when it is first asked for. */
export class MediaLibrary implements PictureReader, WorkingPictures {
  readonly #pictures: KnownPictures;
  readonly #working: KnownPictures;
  readonly #files: VariantFiles;
  readonly #queue = new WorkQueue(limits);
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #throttle = new OnceAMinute();
  readonly #underWay = new Map<string, Promise<boolean>>();
  /** What cannot be decoded stays so: its address has the hash of its bytes. */
  readonly #unmakeable = new Set<string>();
  readonly #counts = { made: 0, failed: 0, refused: 0 };

  constructor({ contentDirectory, cacheDirectory, clock, logger }: MediaLibraryOptions) {
    this.#pictures = new KnownPictures(contentDirectory, 'public');
    this.#working = new KnownPictures(contentDirectory, 'working');
    this.#files = new VariantFiles(cacheDirectory);
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Variants that were asked for and not there, since the start: refused is what too many others waited before. */
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

  describeWorking(path: string): Promise<Picture | undefined> {
    return this.#working.find(path);
  }

  /**
   * The file of a variant by what stands in its address below `/media-variants/`, decoded. Undefined for a picture that
   * is not there or has changed, and for a size or format that is not among its variants.
   */
  async findVariant(address: string): Promise<VariantFile | undefined> {
    const name = parseVariantAddress(address);
    if (name === undefined) return undefined;
    const picture = await this.#pictures.find(name.path);
    if (picture === undefined || !isVariantOf(picture, name)) return undefined;
    if ((await this.#files.has(name, this.#clock.now())) || (await this.#made(name))) {
      const mediaType = mediaTypeOf(name.format);
      return { file: this.#files.pathOf(name), mediaType, isStandIn: false };
    }
    const mediaType = mediaTypeOf(picture.format);
    const file = await this.#pictures.fileOf(name.path);
    return file === undefined ? undefined : { file, mediaType, isStandIn: true };
  }

  /** Removes variants that nobody has used for three months. The number of files removed. */
  removeOldVariants(): Promise<number> {
    return this.#files.removeOld(this.#clock.now());
  }

  /** Makes it once, however many ask for it. */
  async #made(name: VariantName): Promise<boolean> {
    const key = this.#files.pathOf(name);
    const underWay = this.#underWay.get(key);
    if (underWay !== undefined) return underWay;
    if (this.#unmakeable.has(key)) return false;
    if (this.#queue.isFull) {
      this.#counts.refused += 1;
      return false;
    }
    const making = this.#queue.run(() => this.#make(name));
    this.#underWay.set(key, making);
    try {
      const isMade = await making;
      this.#counts[isMade ? 'made' : 'failed'] += 1;
      return isMade;
    } finally {
      this.#underWay.delete(key);
    }
  }

  async #make(name: VariantName): Promise<boolean> {
    try {
      const bytes = await this.#encoded(name);
      // A file that was replaced while it was read would leave the new picture under the hash of the old one.
      const now = await this.#pictures.find(name.path);
      if (bytes === undefined || now?.hash !== name.hash) return false;
      await this.#files.write(name, bytes);
      return true;
    } catch (error) {
      // The reader gets the picture itself; why it is no variant concerns whoever runs the site.
      const repeated = this.#throttle.admit(String((error as NodeJS.ErrnoException).code));
      if (repeated !== undefined)
        this.#logger.warn('A variant of a picture could not be kept', {
          ...name,
          error: String(error),
          repeated,
        });
      return false;
    }
  }

  async #encoded(name: VariantName): Promise<Uint8Array | undefined> {
    try {
      const file = await this.#pictures.fileOf(name.path);
      return file === undefined ? undefined : await encode(file, name);
    } catch (error) {
      this.#logger.warn('A picture cannot be decoded', { ...name, error: String(error) });
      if (this.#unmakeable.size >= maxUnmakeable) this.#unmakeable.clear();
      this.#unmakeable.add(this.#files.pathOf(name));
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

/** Turned upright, in sRGB, and without what the camera wrote about time and place. */
async function encode(file: string, { width, format }: VariantName): Promise<Uint8Array> {
  // A picture that breaks off is shown as far as it goes, as a browser would.
  const options = { failOn: 'none', sequentialRead: true } as const;
  const picture = await openPicture(file, options);
  const resized = picture.autoOrient().resize({ width, withoutEnlargement: true });
  return encoders[format](resized).toBuffer();
}

/** Beyond these efforts, files get a few hundredths smaller and take several times as long. */
const encoders: Readonly<Record<VariantFormat, (picture: Sharp) => Sharp>> = {
  jpeg: (picture) => picture.jpeg({ quality: 80, mozjpeg: true }),
  png: (picture) => picture.png({ compressionLevel: 9 }),
  webp: (picture) => picture.webp({ quality: 78, effort: 4 }),
  avif: (picture) => picture.avif({ quality: 55, effort: 3 }),
};
