import { promises } from 'node:fs';
import { dirname } from 'node:path';
import { mkdir } from 'node:fs/promises';
import { replaceFile, temporaryIn } from '@galley/kernel';

const { readFile, unlink, readdir, rmdir, rm, stat, lstat, readlink, symlink } = promises;

/** Names a file after it is written, unlike isomorphic-git: git would trust a truncated object forever. */
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
