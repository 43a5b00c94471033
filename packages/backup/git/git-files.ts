import { promises } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { newId, replaceFile } from '@galley/kernel';
import { backupProblems } from '../problems.ts';

const { readFile, unlink, readdir, rmdir, stat, lstat, readlink, symlink } = promises;

/** isomorphic-git loads a whole pack into memory to read one object. */
const maxPackBytes = 512 * 1024 * 1024;

/**
 * File system for isomorphic-git, which writes in place and without fsync. Here each file is complete and synced before
 * it gets its name, because an object truncated by a crash would be treated as complete.
 */
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
      // A temporary file beside a branch would be a branch itself; below `objects`, `git gc` removes it after a crash.
      writeFile: (path: string, bytes: Uint8Array | string): Promise<void> =>
        replaceFile(path, bytes, temporaryObject(objects)),
    },
  };
}

/** `git gc` removes files with such names when a process was killed before the rename. */
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
