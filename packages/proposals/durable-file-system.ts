import { promises } from 'node:fs';
import { dirname } from 'node:path';
import { mkdir } from 'node:fs/promises';
import { replaceFile, temporaryIn } from '@galley/kernel';

const { readFile, unlink, readdir, rmdir, rm, stat, lstat, readlink, symlink } = promises;

/**
 * What isomorphic-git works on. It writes objects in place; here each is whole before it has its name, since one that
 * a crash cut short would be taken for the right one ever after.
 */
export const durableFileSystem = {
  promises: {
    readFile,
    unlink,
    readdir,
    rmdir,
    rm,
    stat,
    lstat,
    readlink,
    symlink,
    mkdir,
    writeFile: (path: string, bytes: Uint8Array | string): Promise<void> =>
      replaceFile(path, bytes, temporaryIn(dirname(path))),
  },
};
