import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '@galley/kernel';
import { contentFolder, type ArchivedFile } from '../archive/manifest.ts';
import { inParallel } from '../in-parallel.ts';
import { extractArchive } from '../restore/extract-archive.ts';
import { checkArchive } from '../restore/check-archive.ts';

export interface ComparedContent {
  readonly files: number;
  /** Paths in the content that are missing or differ from the backup. */
  readonly different: readonly string[];
}

const filesAtOnce = 8;

/**
 * Unpacks the content of a backup into a new folder, as a restore does, and reads it back from the disk.
 * @throws `invalid_archive`, `insufficient_storage`
 */
export async function unpackAndCompare(file: string, folder: string): Promise<ComparedContent> {
  await using archive = await checkArchive(file);
  await extractArchive(archive, folder);
  const files = archive.manifest.files.filter(({ path }) => path.startsWith(contentFolder));
  const different: string[] = [];
  await inParallel(files, filesAtOnce, async (one) => {
    const path = one.path.slice(contentFolder.length);
    if (!(await isSame(join(folder, path), one))) different.push(path);
  });
  return { files: files.length, different: different.sort() };
}

async function isSame(path: string, { sha256 }: ArchivedFile): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
  return hash.digest('hex') === sha256;
}
