import type { Sharp, SharpOptions } from 'sharp';

/** A picture's file, to be read by sharp, which is loaded with the first: most processes never open one. */
export async function openPicture(file: string, options: SharpOptions): Promise<Sharp> {
  const { sharp } = await import('./sharp-limits.ts');
  return sharp(file, options);
}
