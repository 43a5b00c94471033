import {
  encodePath,
  mediaTypeOf,
  variantAddress,
  variantFormats,
  type Picture,
  type VariantFormat,
} from './picture.ts';

/** Addresses are URL-encoded and only need HTML escaping. */
export interface PictureSources {
  readonly width: number;
  readonly height: number;
  /** Smallest format first; empty without variants. */
  readonly sources: readonly { readonly type: string; readonly srcset: string }[];
  /** In the original format; empty without variants. */
  readonly srcset: string;
}

export function listPictureSources(path: string, picture: Picture): PictureSources {
  const { width, height, widths } = picture;
  if (widths.length === 0) return { width, height, sources: [], srcset: '' };
  const formats = variantFormats(picture);
  return {
    width,
    height,
    sources: formats
      .filter((format) => format !== picture.format)
      .map((format) => ({ type: mediaTypeOf(format), srcset: srcset(path, picture, format) })),
    srcset: srcset(path, picture, formats.at(-1)!),
  };
}

function srcset(path: string, picture: Picture, format: VariantFormat): string {
  const { hash, widths } = picture;
  const candidates = widths.map((width) => {
    const isOriginal = format === picture.format && width === picture.width;
    const address = isOriginal
      ? `/${encodePath(path)}`
      : variantAddress({ path, hash, width, format });
    return `${address} ${width}w`;
  });
  return candidates.join(', ');
}
