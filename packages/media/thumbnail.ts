import type { MediaRecord } from './media-record.ts';
import { encodePath, variantAddress, variantFormats } from './picture.ts';

/** Larger drawings would slow lists down. */
const maxDrawingBytes = 256 * 1024;

/** Null for files that browsers cannot show. */
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
    // AVIF encoding is slow, and lists request many thumbnails.
    const format = variantFormats(picture).find((one) => one !== 'avif') ?? 'avif';
    return variantAddress({ path, hash: picture.hash, width, format });
  }
  const isDisplayable = picture !== null || (type === 'image/svg+xml' && size <= maxDrawingBytes);
  return isDisplayable ? `/${encodePath(path)}` : null;
}
