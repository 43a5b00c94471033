import type { Frame } from './crop-geometry.ts';

/** How well pictures are kept that lose something when they are written. */
const quality = 0.92;

/** The part of a picture within the frame, as a file of the same type; null where the browser cannot make it. */
export function cutPicture(
  image: HTMLImageElement,
  { x, y, width, height }: Frame,
  type: string,
): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  context.drawImage(image, x, y, width, height, 0, 0, width, height);
  return new Promise((resolve) => {
    // A browser that cannot write the type makes a PNG, which would lie about its name.
    canvas.toBlob((blob) => resolve(blob?.type === type ? blob : null), type, quality);
  });
}
