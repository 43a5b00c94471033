import type { Token, Tokens } from 'marked';
import { isGap, mediaUseOf } from './players.ts';

/** In the fragment of the address, which other tools and browsers ignore (ADD-EDIT-1). */
const sizeAtEnd = /#(small|wide|full)$/;

export interface SizedAddress {
  readonly address: string;
  readonly size: string | undefined;
}

export function splitSize(address: string): SizedAddress {
  const size = sizeAtEnd.exec(address)?.[1];
  return { address: size === undefined ? address : address.slice(0, -size.length - 1), size };
}

/** Pictures alone in their paragraph, each on a line of its own (ADD-EDIT-2); undefined for other paragraphs. */
export function findGallery(tokens: readonly Token[]): readonly Tokens.Image[] | undefined {
  const images = tokens.filter((token) => !isGap(token)) as Tokens.Image[];
  const arePictures = images.every(
    ({ type, href }) => type === 'image' && mediaUseOf(href) === undefined,
  );
  if (images.length < 2 || !arePictures) return undefined;
  const breaks = tokens.filter((token) => isGap(token) && token.raw.includes('\n'));
  return breaks.length === images.length - 1 ? images : undefined;
}
