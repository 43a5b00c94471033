import { readFile, stat } from 'node:fs/promises';
import { ArchiveFault, readPackage, unpackPackage, type ArchiveLimits } from '@galley/archive';
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
  await unpackPackage(readPackage(await readFile(archive), limits), folder);
}
