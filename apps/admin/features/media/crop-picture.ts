import type { Frame } from './crop-geometry.ts';

/** For lossy formats, 0 to 1. */
const quality = 0.92;

/** Null if the browser cannot encode the type. */
export function cropPicture(
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
    // A browser that cannot encode the type returns a PNG, which would not match the file extension.
    canvas.toBlob((blob) => resolve(blob?.type === type ? blob : null), type, quality);
  });
}

/** By a quarter; null if the picture is too large for this browser. */
export function rotatePicture(
  image: HTMLImageElement,
  direction: 'left' | 'right',
): Promise<Blob | null> {
  const { naturalWidth: width, naturalHeight: height } = image;
  const canvas = document.createElement('canvas');
  canvas.width = height;
  canvas.height = width;
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  const turn = direction === 'right' ? 1 : -1;
  context.translate(height / 2, width / 2);
  context.rotate((turn * Math.PI) / 2);
  context.drawImage(image, -width / 2, -height / 2);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
