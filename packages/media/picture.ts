/** Metadata of a picture, read without decoding it. */
export interface Picture {
  /** Pixels after rotation. */
  readonly width: number;
  readonly height: number;
  /** Content hash, 16 hexadecimal digits. */
  readonly hash: string;
  readonly format: PictureFormat;
  /** Variant widths, ascending; empty when only the original is shown. */
  readonly widths: readonly number[];
  readonly focal?: FocalPoint;
}

/** Centre of interest for cropping: 0 is left or top, 1 is right or bottom. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

export type VariantFormat = Exclude<PictureFormat, 'gif'>;

/** Describes pictures by content path; missing files and other types are omitted. */
export interface PictureReader {
  describe(paths: readonly string[]): Promise<ReadonlyMap<string, Picture>>;
}

const standardWidths = [320, 640, 960, 1280, 1920] as const;
const [minWidth] = standardWidths;
const maxOriginalWidth = 1920;

/** Decoding memory grows with pixels, not with file size. */
const maxPixels = 80_000_000;

/**
 * Variant widths: standard ones below the original width and, up to 1920, the original width. Empty
 * for small, animated and oversized pictures.
 */
export function variantWidths(picture: PictureMeasurement): readonly number[] {
  const { width, height, format, isMoving } = picture;
  if (format === 'gif' || isMoving || width <= minWidth || width * height > maxPixels) return [];
  return [
    ...standardWidths.filter((one) => one < width),
    ...(width <= maxOriginalWidth ? [width] : []),
  ];
}

export interface PictureMeasurement extends Pick<Picture, 'width' | 'height' | 'format'> {
  readonly isMoving: boolean;
}

/** Formats of variants, smallest first, the original last. Never a less efficient format than the original. */
export function variantFormats({ format }: Pick<Picture, 'format'>): readonly VariantFormat[] {
  if (format === 'gif') return [];
  if (format === 'avif') return ['avif'];
  return format === 'webp' ? ['avif', 'webp'] : ['avif', 'webp', format];
}

/** Size and format of a variant, as in its address. */
export interface VariantName {
  /** Content path of the picture. */
  readonly path: string;
  readonly hash: string;
  readonly width: number;
  readonly format: VariantFormat;
}

/** Address prefix of variants, followed by the path without `media/`. */
export const variantFolder = '/media-variants/';

const extensions: Readonly<Record<VariantFormat, string>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
};

/** File extension of a format, without dot. */
export const extensionOf = (format: VariantFormat): string => extensions[format];

export const mediaTypeOf = (format: PictureFormat): string => `image/${format}`;

/** URL-encodes each segment of a content path. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** Example: `/media-variants/2026/press.jpg.0123456789abcdef.640.webp`. A valid file name, for static builds. */
export function variantAddress({ path, hash, width, format }: VariantName): string {
  const name = encodePath(path.replace(/^media\//, ''));
  return `${variantFolder}${name}.${hash}.${width}.${extensions[format]}`;
}

/** Parses a decoded address below `/media-variants/`; undefined for other names. */
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

/** All variants that pages may reference, for static builds. */
export function variantsOf(path: string, picture: Picture): readonly VariantName[] {
  const { hash, widths } = picture;
  return variantFormats(picture).flatMap((format) =>
    widths
      // The original in its own format and width needs no variant.
      .filter((width) => format !== picture.format || width !== picture.width)
      .map((width) => ({ path, hash, width, format })),
  );
}
