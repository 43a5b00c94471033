import { rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '@galley/testing';
import { ContentTree } from './content-tree.ts';

const path = 'posts/a.md';

async function replaced() {
  const folder = await temporaryDirectory();
  const tree = await ContentTree.open(folder.path);
  await tree.write(path, Buffer.from('before'));
  const read = await tree.read(path, 1_000);
  await tree.replace(path, Buffer.from('written'), read);
  return {
    tree,
    file: join(tree.root, path),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

test('a file just written is recognized, also repeatedly', async () => {
  await using room = await replaced();
  expect(await room.tree.isAsReplaced(path)).toBe(true);
  expect(await room.tree.isAsReplaced(path)).toBe(true);
});

test.each<[what: string, edit: (file: string) => Promise<void>]>([
  ['edited in place, to as many bytes', (file) => writeFile(file, 'Written')],
  [
    'replaced by an editor',
    async (file) => {
      await writeFile(`${file}~`, 'written');
      await rename(`${file}~`, file);
    },
  ],
  ['removed', (file) => rm(file)],
])('a file that was %s since is not recognized', async (_what, edit) => {
  await using room = await replaced();
  await edit(room.file);
  expect(await room.tree.isAsReplaced(path)).toBe(false);
});

test('a file moved away and back counts as changed', async () => {
  await using room = await replaced();
  await rename(room.file, `${room.file}~`);
  expect(await room.tree.isAsReplaced(path)).toBe(false);
  await rename(`${room.file}~`, room.file);
  expect(await room.tree.isAsReplaced(path)).toBe(false);
});

test('unknown files and files of other writers are not recognized', async () => {
  await using room = await replaced();
  const { tree, file } = room;
  await tree.write('posts/b.md', Buffer.from('another'));
  expect(await tree.isAsReplaced('posts/b.md')).toBe(false);
  const read = await tree.read(path, 1_000);
  await writeFile(file, 'by hand');
  expect(await tree.replace(path, Buffer.from('over it'), read)).toBeUndefined();
  expect(await readFile(file, 'utf8')).toBe('by hand');
  expect(await tree.isAsReplaced(path)).toBe(false);
});

test('the last thousand written files are remembered', async () => {
  await using room = await replaced();
  const names = Array.from({ length: 1_000 }, (_, at) => `posts/${at}.md`);
  for (const name of names) await room.tree.replace(name, Buffer.from('new'), undefined);
  expect(await room.tree.isAsReplaced(path)).toBe(false);
  expect(await room.tree.isAsReplaced('posts/0.md')).toBe(true);
  expect(await room.tree.isAsReplaced('posts/999.md')).toBe(true);
});

test.each<[what: string, isThere: boolean, edit: (file: string) => void]>([
  ['edited', true, (file) => writeFileSync(file, 'by hand')],
  ['removed', true, (file) => rmSync(file)],
  ['made', false, (file) => writeFileSync(file, 'by hand')],
])('a file that is %s during a replace is kept', async (...given) => {
  const [, isThere, edit] = given;
  await using room = await replaced();
  const { tree, file } = room;
  const read = await tree.read(path, 1_000);
  if (!isThere) await rm(file);
  const replacing = tree.replace(path, Buffer.from('over it'), isThere ? read : undefined);
  edit(file);
  expect(await replacing).toBeUndefined();
  const now = await tree.read(path, 1_000);
  expect(now?.bytes?.toString()).toBe(given[0] === 'removed' ? undefined : 'by hand');
  expect(await readdir(join(tree.root, 'posts'))).toHaveLength(now ? 1 : 0);
});

test('a file edited during a move stays in place', async () => {
  await using room = await replaced();
  const { tree, file } = room;
  const moving = tree.move(path, '.trash/a.md', await tree.read(path, 1_000));
  writeFileSync(file, 'by hand');
  expect(await moving).toBe(false);
  expect(await readFile(file, 'utf8')).toBe('by hand');
});
