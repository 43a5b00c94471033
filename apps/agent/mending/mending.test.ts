import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measureProcessorMs, temporaryDirectory } from '@galley/testing';
import { maxDocumentBytes } from '../content/content-index.ts';
import { writeFiles } from '../fixtures.ts';
import { Mending } from './mending.ts';

const never = new AbortController().signal;

async function open(files: Readonly<Record<string, string>>) {
  const folder = await temporaryDirectory();
  await writeFiles(folder.path, files);
  const mending = () => Mending.open({ repository: folder.path, signal: never });
  return { folder, mending, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

test('finds the content tree in its folder, or as the whole repository', async () => {
  await using whole = await open({ 'posts/ink.md': '[x](inkk.md)' });
  const alone = await whole.mending();
  expect(alone.find('posts/ink.md')).toMatchObject({
    path: 'posts/ink.md',
    address: '/posts/ink/',
  });
  await using part = await open({
    'content/posts/ink.md': '[x](pres.md)',
    'content/posts/press.md': '',
    'README.md': '[x](inkk.md)',
  });
  const mending = await part.mending();
  expect(mending.documents.map(({ path }) => path)).toEqual(['posts/ink.md', 'posts/press.md']);
  const { patch } = await mending.mend(mending.find('content/posts/ink.md')!);
  expect(patch).toContain('+++ b/content/posts/ink.md\n');
});

test('ignores symbolic links, hidden folders, binary files and huge files', async () => {
  const broken = '[x](inkk.md)';
  await using tree = await open({
    'content/posts/ink.md': '',
    'content/posts/huge.md': broken + ' '.repeat(maxDocumentBytes),
    'content/.published/posts/old.md': broken,
    'content/.trash/posts/old.md': broken,
    'content/node_modules/a/readme.md': broken,
    'outside.md': broken,
  });
  const { path } = tree.folder;
  await symlink(join(path, 'outside.md'), join(path, 'content/posts/link.md'));
  await symlink(path, join(path, 'content/posts/folder'));
  await writeFile(join(path, 'content/posts/bytes.md'), Buffer.from([0xff, 0xfe, 0x5b]));
  await mkdir(join(path, 'content/posts/dir.md'));
  const mending = await tree.mending();
  expect(mending.documents.map((document) => document.path)).toEqual([
    ...['posts/bytes.md', 'posts/huge.md', 'posts/ink.md'],
  ]);
  for (const document of mending.documents)
    expect(await mending.mend(document)).toMatchObject({ patch: '', mended: [], left: [] });
});

test('invalid frontmatter and settings are ignored', async () => {
  const bomb = [
    'a: &a [x]',
    ...Array.from({ length: 12 }, (_, n) => `b${n}: &b${n} [${'*a,'.repeat(9)}]`),
  ];
  await using tree = await open({
    'content/config/site.yaml': 'content: [\n',
    'content/posts/ink.md': '---\naliases: [\n---\n[x](pres.md)\n',
    'content/posts/press.md': '---\nslug: {a: 1}\ndate: yesterday\naliases: {b: 2}\n---\n',
    'content/posts/bomb.md': `---\nslug: x\n${bomb.join('\n')}\n---\n[x](inkk.md)\n`,
    'content/posts/open.md': '---\nslug: x\n[x](inkk.md)\n',
  });
  const mending = await tree.mending();
  for (const name of ['ink', 'bomb', 'open']) {
    const { mended } = await mending.mend(mending.find(`content/posts/${name}.md`)!);
    expect([name, mended.length]).toEqual([name, 1]);
  }
});

test.each([
  ['brackets', '['.repeat(100_000)],
  ['links in links', '[a]('.repeat(9_000)],
  ['more brackets than anybody writes', '![]('.repeat(60_000)],
  ['pictures', '![]('.repeat(9_000)],
  ['quotes', `${'>'.repeat(50_000)}[x](inkk.md)`],
  ['lists', Array.from({ length: 200 }, (_, n) => `${'  '.repeat(n)}- [x](inkk.md)`).join('\n')],
  ['emphasis', '*a _b '.repeat(40_000)],
  ['definitions', '[a]: inkk.md\n'.repeat(20_000)],
  ['broken links', '[x](inkk.md) '.repeat(9_000)],
  ['pictures without words', '![](/media/a.png)\n\n'.repeat(10_000)],
  ['backticks', '`'.repeat(100_000)],
  ['HTML', '<a '.repeat(60_000)],
  ['rows of a table', `|a|\n|-|\n${'|[x](inkk.md)|\n'.repeat(10_000)}`],
])('reads a text of only %s in bounded time', async (_what, text) => {
  await using tree = await open({ 'posts/ink.md': '', 'posts/hostile.md': text });
  const mending = await tree.mending();
  const mended = () => mending.mend(mending.find('posts/hostile.md')!);
  expect(await measureProcessorMs(mended)).toBeLessThan(15_000);
});
