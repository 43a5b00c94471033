import type { MediaRecord } from './media-record.ts';
import { encodePath, variantAddress, variantFormats } from './picture.ts';

/** So much of a drawing is shown as a thumbnail; a larger one would make a list slow. */
const largestDrawing = 256 * 1024;

/**
 * Where a small picture of a file is: its narrowest variant, or the file itself where it has none and is small. Null
 * for what is no picture that a browser shows.
 */
export function thumbnailAddress({
  path,
  picture,
  type,
  size,
  problem,
}: Pick<MediaRecord, 'path' | 'picture' | 'type' | 'size' | 'problem'>): string | null {
  if (problem !== null && picture === null) return null;
  const width = picture?.widths[0];
  if (picture && width !== undefined) {
    // AVIF takes long to make, and lists ask for many at once.
    const format = variantFormats(picture).find((one) => one !== 'avif') ?? 'avif';
    return variantAddress({ path, hash: picture.hash, width, format });
  }
  const isShown = picture !== null || (type === 'image/svg+xml' && size <= largestDrawing);
  return isShown ? `/${encodePath(path)}` : null;
}
