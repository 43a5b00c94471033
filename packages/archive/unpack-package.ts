import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PackageFile } from './read-package.ts';

/** Into a new folder; the caller deletes partial output. @throws `ArchiveFault` */
export async function unpackPackage(files: readonly PackageFile[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of files) {
    const target = join(folder, file.path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, await file.read(), { flag: 'wx', flush: true });
  }
}
