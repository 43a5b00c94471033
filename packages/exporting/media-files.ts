import { findPublicFile, isSidecar } from '@galley/media';
import { join } from 'node:path';
import type { ExportedFile } from './exported-site.ts';
import { listFiles } from './list-files.ts';

/** Public versions only; `place` gets paths such as `media/2026/press.jpg`. */
export async function mediaFiles(
  contentDirectory: string,
  place: (path: string) => string,
): Promise<readonly ExportedFile[]> {
  const found: ExportedFile[] = [];
  for (const name of await listFiles(join(contentDirectory, 'media'))) {
    const path = `media/${name}`;
    if (isSidecar(path)) continue;
    const from = await findPublicFile(contentDirectory, path);
    if (from !== undefined) found.push({ path: place(path), from });
  }
  return found;
}
