/** What is known of a picture of the media library, without decoding it. */
export interface Picture {
  /** In pixels, as it is shown: a turned photograph is measured after turning. */
  readonly width: number;
  readonly height: number;
  /** Of its bytes, 16 hexadecimal digits; another picture at the same path has another hash. */
  readonly hash: string;
  readonly format: PictureFormat;
  /** Of its variants, ascending; none where the picture is shown only as it is. */
  readonly widths: readonly number[];
  /** Where somebody has said it. */
  readonly focal?: FocalPoint;
}

/** What must stay in sight when a picture is cropped: 0 is the left or upper edge, 1 the right or lower one. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** Formats in which variants are made. */
export type VariantFormat = Exclude<PictureFormat, 'gif'>;

/** Looks pictures up by their paths in the content tree; what is missing, or no picture, is not in the answer. */
export interface PictureReader {
  describe(paths: readonly string[]): Promise<ReadonlyMap<string, Picture>>;
}

const standardWidths = [320, 640, 960, 1280, 1920] as const;
const [narrowest] = standardWidths;
const widest = 1920;

/** Decoding takes memory for every pixel, however small the file is. */
const maxPixels = 80_000_000;

/**
 * The widths in which a picture is offered: the standard ones below its own and, up to 1920, its own. None for one that
 * is small, moves, or is so large that decoding it is refused.
 */
export function variantWidths(picture: Measured): readonly number[] {
  const { width, height, format, isMoving } = picture;
  if (format === 'gif' || isMoving || width <= narrowest || width * height > maxPixels) return [];
  return [...standardWidths.filter((one) => one < width), ...(width <= widest ? [width] : [])];
}

export interface Measured extends Pick<Picture, 'width' | 'height' | 'format'> {
  readonly isMoving: boolean;
}

/** The formats of a picture's variants, the smallest first, its own last. A better one than its own is not made worse. */
export function variantFormats({ format }: Pick<Picture, 'format'>): readonly VariantFormat[] {
  if (format === 'gif') return [];
  if (format === 'avif') return ['avif'];
  return format === 'webp' ? ['avif', 'webp'] : ['avif', 'webp', format];
}

/** One size and format of a picture, as its address names it. */
export interface VariantName {
  /** The picture's path in the content tree. */
  readonly path: string;
  readonly hash: string;
  readonly width: number;
  readonly format: VariantFormat;
}

/** Where variants are, before the picture's path without its `media/`. */
export const variantFolder = '/media-variants/';

const extensions: Readonly<Record<VariantFormat, string>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
};

/** The ending of the files of a format, without the dot. */
export const extensionOf = (format: VariantFormat): string => extensions[format];

/** The media type of a format. */
export const mediaTypeOf = (format: PictureFormat): string => `image/${format}`;

/** A path in the content tree as an address, every character of a name encoded that means something there. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** `/media-variants/2026/press.jpg.0123456789abcdef.640.webp`: a file name, so that it can be written as a file. */
export function variantAddress({ path, hash, width, format }: VariantName): string {
  const name = encodePath(path.replace(/^media\//, ''));
  return `${variantFolder}${name}.${hash}.${width}.${extensions[format]}`;
}

/** Reads what stands below `/media-variants/`, decoded; undefined for what is no variant's name. */
export function parseVariantAddress(file: string): VariantName | undefined {
  const found = /^(.+)\.([\da-f]{16})\.([1-9]\d{2,3})\.(jpg|png|webp|avif)$/s.exec(file);
  if (found === null) return undefined;
  const [, name, hash, width, extension] = found as unknown as [
    string,
    string,
    string,
    string,
    string,
  ];
  const format = extension === 'jpg' ? 'jpeg' : (extension as VariantFormat);
  return { path: `media/${name}`, hash, width: Number(width), format };
}

/** Every variant that pages may name, for whoever writes them all out. */
export function variantsOf(path: string, picture: Picture): readonly VariantName[] {
  const { hash, widths } = picture;
  return variantFormats(picture).flatMap((format) =>
    widths
      // In its own format and width, it is the picture itself.
      .filter((width) => format !== picture.format || width !== picture.width)
      .map((width) => ({ path, hash, width, format })),
  );
}
