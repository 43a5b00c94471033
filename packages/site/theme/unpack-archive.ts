import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ArchiveFault, readPackage, type ArchiveLimits } from '@galley/archive';
import { maxThemeBytes, maxThemeFiles } from './archive-limits.ts';

const limits: ArchiveLimits = {
  maxEntries: maxThemeFiles,
  maxBytes: maxThemeBytes,
  // No real theme has a higher ratio; small archives are exempt.
  maxRatio: 200,
  harmlessBytes: 1024 * 1024,
};

/** Throws `invalid_archive`; the caller deletes partial output. */
export async function unpackArchive(archive: string, folder: string): Promise<void> {
  const { size } = await stat(archive);
  if (size > maxThemeBytes)
    throw new ArchiveFault(`The archive has ${size} bytes; at most ${maxThemeBytes} are allowed`);
  const files = readPackage(await readFile(archive), limits);
  await mkdir(folder, { recursive: true });
  for (const file of files) {
    const target = join(folder, file.path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, await file.read(), { flag: 'wx', flush: true });
  }
}
