import fs from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLogger } from '@galley/kernel';
import { temporaryDirectory, type TemporaryDirectory } from '@galley/testing';
import { RepositoryReader } from './repository-reader.ts';

let folder: TemporaryDirectory;
let reader: RepositoryReader;
let first: string;

beforeAll(async () => {
  folder = await temporaryDirectory();
  const root = join(folder.path, 'repository');
  await mkdir(join(root, 'content/posts'), { recursive: true });
  await writeFile(join(folder.path, 'secret.txt'), 'outside');
  await git.init({ fs, dir: root, defaultBranch: 'main' });
  const write = (path: string, text: string | Uint8Array) => writeFile(join(root, path), text);
  await write('content/posts/ink.md', '# Ink\n\nIt is black. 🖋\n');
  await write('content/picture.png', new Uint8Array([137, 80, 0, 1]));
  await write('untracked.md', 'Uncommitted ink.');
  await symlink('../secret.txt', join(root, 'link.txt'));
  await symlink('/etc', join(root, 'etc'));
  const commit = async (): Promise<string> => {
    for (const filepath of ['content', 'link.txt', 'etc'])
      await git.add({ fs, dir: root, filepath });
    const author = { name: 'Ada', email: 'ada@example.org' };
    return git.commit({ fs, dir: root, message: 'Write', author });
  };
  first = await commit();
  await git.tag({ fs, dir: root, ref: 'v1' });
  await write('content/posts/ink.md', '# Ink\n\nIt is blue.\n');
  await commit();
  reader = new RepositoryReader({ workspaceId: 'press', directory: root, logger: silentLogger });
});

afterAll(() => folder[Symbol.asyncDispose]());

const read = (path: string, more: object = {}) =>
  reader.readFile('press', { path, offset: 0, limit: 1_000, ...more });
const search = (query: string, more: object = {}) =>
  reader.search('press', { query, limit: 10, ...more });

describe('GAP-RC-MCP-3: repo_read_file', () => {
  test('shows the committed text of any revision, in parts', async () => {
    const path = 'content/posts/ink.md';
    expect(await read(path)).toMatchObject({ content: '# Ink\n\nIt is blue.\n', nextOffset: null });
    for (const revision of ['v1', first, first.slice(0, 10)])
      expect(await read(path, { revision })).toMatchObject({
        revision: first,
        content: '# Ink\n\nIt is black. 🖋\n',
        totalCharacters: 22,
      });
    expect(await read(path, { revision: 'v1', offset: 19, limit: 2 })).toMatchObject({
      content: ' 🖋',
      nextOffset: 21,
    });
  });

  test.each([
    '../secret.txt',
    'content/../../secret.txt',
    '/etc/passwd',
    'etc/passwd',
    'etc',
    'link.txt',
    '.git/config',
    'content/posts',
    'content//posts/ink.md',
    './content/posts/ink.md',
    'untracked.md',
    'CONTENT/posts/ink.md',
    'content\\posts\\ink.md',
    '\u{202e}',
  ])('%s is not a file of the repository', async (path) => {
    await expect(read(path)).rejects.toMatchObject({ code: 'file_not_found' });
  });

  test.each([
    'nothing',
    'config',
    '../config',
    'refs/../config',
    'HEAD~1',
    '0'.repeat(40),
    'main/..',
  ])('%s is not a revision', async (revision) => {
    await expect(read('content/posts/ink.md', { revision })).rejects.toMatchObject({
      code: 'revision_not_found',
    });
  });

  test('rejects binary files and other workspaces', async () => {
    await expect(read('content/picture.png')).rejects.toMatchObject({ code: 'not_a_text_file' });
    const wish = { path: 'content/posts/ink.md', offset: 0, limit: 10 };
    for (const workspace of ['paper', null])
      await expect(reader.readFile(workspace, wish)).rejects.toMatchObject({
        code: 'repository_unavailable',
      });
  });
});

describe('repo_list', () => {
  const list = (more: object = {}) => reader.list('press', { limit: 10, ...more });
  const names = async (more: object) => (await list(more)).entries.map(({ name }) => name);

  test('shows the committed entries of a folder with kind and size', async () => {
    expect(await list()).toMatchObject({
      path: '',
      entries: [
        { name: 'content', kind: 'folder', size: null },
        { name: 'etc', kind: 'link', size: null },
        { name: 'link.txt', kind: 'link', size: null },
      ],
      nextCursor: null,
    });
    expect(await list({ path: 'content/', revision: first })).toEqual({
      path: 'content',
      revision: first,
      entries: [
        { name: 'picture.png', kind: 'file', size: 4 },
        { name: 'posts', kind: 'folder', size: null },
      ],
      nextCursor: null,
    });
    expect(await names({ path: '.' })).toEqual(await names({}));
  });

  test('in pages, by name', async () => {
    const { nextCursor: after } = await list({ limit: 2 });
    expect(after).toBe('etc');
    expect(await list({ limit: 2, after })).toMatchObject({
      entries: [{ name: 'link.txt' }],
      nextCursor: null,
    });
  });

  test.each(['..', '../..', '/etc', 'etc', 'link.txt', '.git', 'content/../..', 'content//posts'])(
    '%s is not a folder of the repository',
    async (path) => {
      await expect(list({ path })).rejects.toMatchObject({ code: 'file_not_found' });
    },
  );

  test('says that a file is none', async () => {
    await expect(list({ path: 'content/posts/ink.md' })).rejects.toThrow('is a file, not a folder');
  });
});

test('the base revision is the newest commit, and null without a repository', async () => {
  const { revision } = await read('content/posts/ink.md');
  expect(await reader.baseRevision('press')).toBe(revision);
  expect(await reader.baseRevision('paper')).toBeNull();
});

describe('GAP-RC-MCP-3: repo_search', () => {
  test('finds lines case-insensitively, in a folder, up to a limit', async () => {
    const path = 'content/posts/ink.md';
    expect(await search('IT IS')).toMatchObject({
      matches: [{ path, line: 3, text: 'It is blue.' }],
      isComplete: true,
    });
    expect((await search('ink', { revision: 'v1', path: 'content/' })).matches).toHaveLength(1);
    expect(await search('i', { limit: 1 })).toMatchObject({
      matches: [{ line: 1 }],
      isComplete: false,
    });
    expect((await search('outside')).matches).toEqual([]);
    await expect(search('x', { path: '../..' })).rejects.toMatchObject({ code: 'file_not_found' });
  });
});
