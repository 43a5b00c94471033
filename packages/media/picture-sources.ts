import {
  encodePath,
  mediaTypeOf,
  variantAddress,
  variantFormats,
  type Picture,
  type VariantFormat,
} from './picture.ts';

/** What `<picture>` and its `<img>` say; the addresses are encoded and need no more than the escaping of HTML. */
export interface PictureSources {
  readonly width: number;
  readonly height: number;
  /** For `<source>`, the smallest format first; none where the picture has no variants. */
  readonly sources: readonly { readonly type: string; readonly srcset: string }[];
  /** For `<img>`, in the picture's own format; empty where it has no variants. */
  readonly srcset: string;
}

/** The variants of the picture at a path, as a page offers them. */
export function pictureSources(path: string, picture: Picture): PictureSources {
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
    const isItself = format === picture.format && width === picture.width;
    const address = isItself
      ? `/${encodePath(path)}`
      : variantAddress({ path, hash, width, format });
    return `${address} ${width}w`;
  });
  return candidates.join(', ');
}
