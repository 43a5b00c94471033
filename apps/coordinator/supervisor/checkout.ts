import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of a commit; not checked out if it is a link or a submodule. */
export interface IndexEntry {
  readonly path: string;
  readonly mode: number;
  readonly oid: string;
  readonly isCheckedOut: boolean;
}

/**
 * Creates a writable working copy of a view. It shares the objects of the view, which the agent sees in
 * `seenView`, so that its commits and other changes reach neither the view nor the repository.
 */
export async function createCheckout(
  { directory }: { readonly directory: string },
  target: string,
  seenView: string,
): Promise<void> {
  await copyTree(directory, target, join(directory, '.git', 'objects'));
  const objects = join(target, '.git', 'objects');
  await mkdir(join(objects, 'info'), { recursive: true });
  await writeFile(join(objects, 'info', 'alternates'), `${seenView}/.git/objects\n`);
}

async function copyTree(source: string, target: string, omitted: string): Promise<void> {
  await mkdir(target, { recursive: true });
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (from === omitted) continue;
    if (entry.isDirectory()) {
      await copyTree(from, to, omitted);
      continue;
    }
    // Shares the blocks of the file where the file system can.
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    await chmod(to, (await stat(from)).mode | 0o200);
  }
}

/** Writes what makes a folder with the files of a commit a repository with that commit only. */
export async function writeRepositoryFiles(
  gitDirectory: string,
  revision: string,
  entries: readonly IndexEntry[],
): Promise<void> {
  await mkdir(join(gitDirectory, 'refs', 'heads'), { recursive: true });
  await mkdir(join(gitDirectory, 'objects'), { recursive: true });
  const files = {
    HEAD: 'ref: refs/heads/main\n',
    'refs/heads/main': `${revision}\n`,
    // The objects of earlier commits are absent.
    shallow: `${revision}\n`,
    config: '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n',
    index: indexFile(entries),
  };
  for (const [name, content] of Object.entries(files))
    await writeFile(join(gitDirectory, name), content);
}

const headerSize = 12;
const fixedSize = 64;
const extended = 0x4000;
const skipWorktree = 0x4000;

/** Version 3 of https://git-scm.com/docs/index-format, with times of 0, so that git compares the contents. */
function indexFile(entries: readonly IndexEntry[]): Buffer {
  const header = Buffer.alloc(headerSize);
  header.write('DIRC');
  header.writeUInt32BE(3, 4);
  header.writeUInt32BE(entries.length, 8);
  const sorted = entries
    .map((entry) => ({ entry, name: Buffer.from(entry.path) }))
    .toSorted((a, b) => Buffer.compare(a.name, b.name));
  const body = Buffer.concat([header, ...sorted.map(({ entry, name }) => indexEntry(entry, name))]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

function indexEntry({ mode, oid, isCheckedOut }: IndexEntry, name: Buffer): Buffer {
  // Padded with at least one NUL to a multiple of 8 bytes.
  const entry = Buffer.alloc(Math.ceil((fixedSize + name.length + 1) / 8) * 8);
  entry.writeUInt32BE(mode, 24);
  entry.write(oid, 40, 'hex');
  entry.writeUInt16BE(extended | Math.min(name.length, 0xfff), 60);
  entry.writeUInt16BE(isCheckedOut ? 0 : skipWorktree, 62);
  name.copy(entry, fixedSize);
  return entry;
}
