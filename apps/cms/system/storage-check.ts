import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '@galley/kernel';
import type { Config } from '@galley/settings';

export function storageFolders(storage: Config['storage']): Readonly<Record<string, string>> {
  return {
    content: storage.contentDirectory,
    data: storage.dataDirectory,
    public: storage.publicDirectory,
    themes: storage.themesDirectory,
    plugins: storage.pluginsDirectory,
  };
}

/** Creates, writes, reads and removes a file (CMS-HEALTH-3). */
export async function checkStorage(directory: string): Promise<void> {
  const path = join(directory, `.galley-health-${newId()}.tmp`);
  try {
    const file = await open(path, 'wx+');
    try {
      await file.writeFile('healthy');
      const { bytesRead } = await file.read(Buffer.alloc(7), 0, 7, 0);
      if (bytesRead !== 7) throw new Error('the written file could not be read back');
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}
