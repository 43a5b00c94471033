import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryDirectory, type TemporaryDirectory } from '@galley/testing';
import { readCheckoutChanges } from './checkout-changes.ts';

let folder: TemporaryDirectory;
let before: string;
let after: string;
beforeEach(async () => {
  folder = await temporaryDirectory();
  [before, after] = [join(folder.path, 'view'), join(folder.path, 'work')];
  for (const place of [before, after]) {
    await mkdir(join(place, 'posts'), { recursive: true });
    await writeFile(join(place, '.gitignore'), 'drafts/\n');
    await writeFile(join(place, 'posts/ink.md'), 'Ink.\n');
  }
});
afterEach(() => folder[Symbol.asyncDispose]());

const read = () => readCheckoutChanges(after, { directory: before, revision: 'a'.repeat(40) });

test('nothing without a change', async () => {
  expect(await read()).toMatchObject({ patch: '', paths: [], omitted: [] });
});

test('ignored and hidden files and those of git are no changes', async () => {
  for (const name of ['drafts', '.tool', '.git']) {
    await mkdir(join(after, name));
    await writeFile(join(after, name, 'x.md'), 'x');
  }
  expect(await read()).toMatchObject({ patch: '', paths: [], omitted: [] });
});

test.each([
  ['a link', () => symlink('/etc/passwd', join(after, 'posts/ink.md'))],
  ['a folder', () => mkdir(join(after, 'posts/ink.md'))],
  ['too large a file', () => writeFile(join(after, 'posts/ink.md'), 'x'.repeat(1_048_577))],
  ['a file that is no text', () => writeFile(join(after, 'posts/ink.md'), Buffer.from([0xff]))],
])(
  '%s in the place of a file is named, and neither proposed nor a deletion',
  async (_name, put) => {
    await rm(join(after, 'posts/ink.md'));
    await put();
    expect(await read()).toMatchObject({ patch: '', paths: [], omitted: ['posts/ink.md'] });
  },
);

test('pipes in the place of files are not read', async () => {
  for (const path of ['.gitignore', 'posts/ink.md']) {
    await rm(join(after, path));
    execFileSync('mkfifo', [join(after, path)]);
  }
  await writeFile(join(after, 'posts/new.md'), 'New.\n');
  expect(await read()).toMatchObject({
    paths: ['posts/new.md'],
    omitted: ['.gitignore', 'posts/ink.md'],
  });
});

test('files in a linked folder are not read', async () => {
  await mkdir(join(folder.path, 'secrets'));
  await writeFile(join(folder.path, 'secrets/key.md'), 'secret');
  await symlink(join(folder.path, 'secrets'), join(after, 'more'));
  expect(await read()).toMatchObject({ patch: '', omitted: [] });
});

test('of a flood of new files, some are proposed', async () => {
  for (let number = 0; number < 250; number += 1)
    await writeFile(join(after, `posts/${number}.md`), `${number}\n`);
  expect((await read()).paths).toHaveLength(200);
});

test('a patch that would be too long leaves files out', async () => {
  for (const name of ['a', 'b', 'c']) {
    await writeFile(join(after, `posts/${name}.md`), `${'x'.repeat(400_000)}\n`);
  }
  expect(await read()).toMatchObject({
    paths: ['posts/a.md', 'posts/b.md'],
    omitted: ['posts/c.md'],
  });
});
