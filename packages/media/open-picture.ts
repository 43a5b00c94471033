import type { Sharp, SharpOptions } from 'sharp';

/** sharp is loaded on first use, because most processes never need it. */
export async function openPicture(file: string, options: SharpOptions): Promise<Sharp> {
  const { sharp } = await import('./sharp-limits.ts');
  return sharp(file, options);
}
