import { promises } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { newId, replaceFile } from '@galley/kernel';
import { backupProblems } from '../problems.ts';

const { readFile, unlink, readdir, rmdir, stat, lstat, readlink, symlink } = promises;

/** isomorphic-git loads a whole pack to read one object. */
const maxPackBytes = 512 * 1024 * 1024;

/** Syncs files before they get their name: isomorphic-git would treat an object truncated by a crash as complete. */
export function gitFiles(gitDirectory: string) {
  const objects = join(gitDirectory, 'objects');
  return {
    promises: {
      unlink,
      readdir,
      rmdir,
      stat,
      lstat,
      readlink,
      symlink,
      mkdir,
      readFile: async (path: string, options?: Parameters<typeof readFile>[1]) => {
        if (path.endsWith('.pack')) await requireSmallPack(path);
        return readFile(path, options);
      },
      // Beside a branch, a temporary file would be a branch; below `objects`, `git gc` removes it after a crash.
      writeFile: (path: string, bytes: Uint8Array | string): Promise<void> =>
        replaceFile(path, bytes, temporaryObject(objects)),
    },
  };
}

/** `git gc` removes such names after a crash. */
export function temporaryObject(objectsFolder: string): string {
  return join(objectsFolder, `tmp_obj_${newId()}`);
}

async function requireSmallPack(path: string): Promise<void> {
  const { size } = await stat(path);
  if (size <= maxPackBytes) return;
  throw backupProblems.git_unusable(
    'The git repository of the content tree has a pack of more than 512 MiB, which Galley would have to read into memory. Run "git config pack.packSizeLimit 256m" and "git repack -adF" in the content folder to create smaller packs.',
  );
}
