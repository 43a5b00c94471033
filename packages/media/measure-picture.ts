import { openPicture } from './open-picture.ts';
import type { Measured, PictureFormat } from './picture.ts';

/** Reads the head of a picture's file, without decoding it; undefined for what is no picture. */
export async function measurePicture(file: string): Promise<Measured | undefined> {
  // What is said here decodes nothing, whatever the picture claims to measure.
  const picture = await openPicture(file, { limitInputPixels: false, failOn: 'none' });
  try {
    const found = await picture.metadata();
    const format = formatOf(found);
    const { width, height } = found.autoOrient;
    if (format === undefined || !(width > 0 && height > 0)) return undefined;
    return { width, height, format, isMoving: (found.pages ?? 1) > 1 };
  } catch {
    // Broken or something else: a page shows it as it is, and the browser makes of it what it can.
    return undefined;
  }
}

function formatOf({
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
