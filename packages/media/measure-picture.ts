import { openPicture } from './open-picture.ts';
import type { PictureMeasurement, PictureFormat } from './picture.ts';

/** Decodes nothing; undefined for other files. */
export async function measurePicture(file: string): Promise<PictureMeasurement | undefined> {
  // Metadata is read without decoding, so no pixel limit is needed.
  const picture = await openPicture(file, { limitInputPixels: false, failOn: 'none' });
  try {
    const found = await picture.metadata();
    const format = toFormat(found);
    const { width, height } = found.autoOrient;
    if (format === undefined || !(width > 0 && height > 0)) return undefined;
    return { width, height, format, isMoving: (found.pages ?? 1) > 1 };
  } catch {
    return undefined;
  }
}

function toFormat({
  format,
  compression,
}: {
  format?: string;
  compression?: string;
}): PictureFormat | undefined {
  if (format === 'heif' || format === 'avif') return compression === 'av1' ? 'avif' : undefined;
  const known = ['jpeg', 'png', 'webp', 'gif'] as const;
  return known.find((one) => one === format);
}
