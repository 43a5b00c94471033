export interface Picture {
  /** Pixels after rotation. */
  readonly width: number;
  readonly height: number;
  /** 16 hexadecimal digits. */
  readonly hash: string;
  readonly format: PictureFormat;
  /** Ascending; empty when only the original is shown. */
  readonly widths: readonly number[];
  readonly focal?: FocalPoint;
  /** From the media library; empty for decoration. */
  readonly alt?: string;
}

/** 0 is left or top, 1 is right or bottom. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

export type VariantFormat = Exclude<PictureFormat, 'gif'>;

/** Missing files and other types are omitted. */
export interface PictureReader {
  describe(paths: readonly string[]): Promise<ReadonlyMap<string, Picture>>;
  /** Bytes of public files of any type. Missing files are omitted. */
  sizes(paths: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

const standardWidths = [320, 640, 960, 1280, 1920] as const;
const [minWidth] = standardWidths;
const maxOriginalWidth = 1920;

/** Decoding memory grows with pixels, not with file size. */
export const maxPixels = 80_000_000;

/** Empty for small, animated and oversized pictures. */
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

/** Smallest first, the original last. */
export function variantFormats({ format }: Pick<Picture, 'format'>): readonly VariantFormat[] {
  if (format === 'gif') return [];
  if (format === 'avif') return ['avif'];
  return format === 'webp' ? ['avif', 'webp'] : ['avif', 'webp', format];
}

export interface VariantName {
  readonly path: string;
  readonly hash: string;
  readonly width: number;
  readonly format: VariantFormat;
}

/** Followed by the path without `media/`. */
export const variantFolder = '/media-variants/';

const extensions: Readonly<Record<VariantFormat, string>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
};

export const extensionOf = (format: VariantFormat): string => extensions[format];

export const mediaTypeOf = (format: PictureFormat): string => `image/${format}`;

export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** `/media-variants/2026/press.jpg.0123456789abcdef.640.webp`: a valid file name, for static builds. */
export function variantAddress({ path, hash, width, format }: VariantName): string {
  const name = encodePath(path.replace(/^media\//, ''));
  return `${variantFolder}${name}.${hash}.${width}.${extensions[format]}`;
}

/** `file` is decoded; undefined for other names. */
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

/** For static builds. */
export function variantsOf(path: string, picture: Picture): readonly VariantName[] {
  const { hash, widths } = picture;
  return variantFormats(picture).flatMap((format) =>
    widths
      .filter((width) => format !== picture.format || width !== picture.width)
      .map((width) => ({ path, hash, width, format })),
  );
}
