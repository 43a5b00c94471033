import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentFolder, type ArchiveManifest } from '../archive/manifest.ts';

export interface RestoredFile {
  readonly path: string;
  readonly sha256: string;
}

const listName = 'files.json';

export function filesOf({ files }: ArchiveManifest): RestoredFile[] {
  return files
    .filter(({ path }) => path.startsWith(contentFolder))
    .map(({ path, sha256 }) => ({ path: path.slice(contentFolder.length), sha256 }));
}

export async function writeList(folder: string, files: readonly RestoredFile[]): Promise<void> {
  const file = await open(join(folder, listName), 'w');
  try {
    await file.writeFile(JSON.stringify(files));
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function readList(folder: string): Promise<RestoredFile[]> {
  return JSON.parse(await readFile(join(folder, listName), 'utf8')) as RestoredFile[];
}
