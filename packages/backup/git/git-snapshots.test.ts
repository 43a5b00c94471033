import { randomBytes } from 'node:crypto';
import { chmod, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@galley/testing';
import { ada, SnapshotTree } from './fixtures.ts';
import { unsignedAuthor } from './git-log.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const files = {
  'posts/hello.md': 'Hello\n',
  'posts/es/hola.md': 'Hola\n',
  'config/site.yaml': 'title: Ink\n',
  'media/photo.jpg': 'JPEG',
  '.published/posts/hello.md': 'Public\n',
  '.trash/posts/old.md': 'Old\n',
};

describe('a snapshot (CMS-BAK-1)', () => {
  test('the first one creates a repository and contains the whole tree, with public copies and the trash', async () => {
    await using tree = await SnapshotTree.make(database.db, files);
    const taken = await tree.take('Before the redesign');
    expect(taken).toMatchObject({ created: true, filesChanged: 6, bytes: 37, leftOut: [] });
    expect(taken).toMatchObject({ message: 'Before the redesign', author: ada });
    expect(taken.date).toEqual(tree.clock.now());
    expect(await tree.committed()).toEqual(files);
    expect(await tree.branch()).toBe('main');
    expect(await tree.history()).toEqual([taken.hash]);
    expect(await tree.commit()).toMatchObject({
      message: 'Before the redesign\n',
      parent: [],
      author: { ...ada, timestamp: tree.clock.now().getTime() / 1000 },
      committer: ada,
    });
    expect(await tree.status()).toEqual([]);
  });

  test('without changes none is created, and the newest one is returned', async () => {
    await using tree = await SnapshotTree.make(database.db, files);
    const first = await tree.take('First');
    tree.clock.advance(60_000);
    const again = await tree.take('Second');
    expect(again).toEqual({ ...first, created: false, filesChanged: 0, bytes: 0 });
    expect(await tree.history()).toEqual([first.hash]);
  });

  test('an empty tree can be committed', async () => {
    await using tree = await SnapshotTree.make(database.db);
    expect(await tree.take()).toMatchObject({ created: true, filesChanged: 0 });
    expect(await tree.take()).toMatchObject({ created: false });
    expect(await tree.committed()).toEqual({});
  });

  test('the next one counts added, changed and removed files', async () => {
    await using tree = await SnapshotTree.make(database.db, files);
    const first = await tree.take();
    await tree.write('posts/hello.md', 'Hello again\n');
    await tree.write('pages/about.md', 'About\n');
    await tree.remove('media');
    const second = await tree.take();
    expect(second).toMatchObject({ created: true, filesChanged: 3, bytes: 18 });
    expect(await tree.history()).toEqual([second.hash, first.hash]);
    const { 'media/photo.jpg': _gone, ...left } = files;
    expect(await tree.committed()).toEqual({
      ...left,
      'posts/hello.md': 'Hello again\n',
      'pages/about.md': 'About\n',
    });
    expect(await tree.committed(first.hash)).toEqual(files);
    expect(await tree.status()).toEqual([]);
  });

  test('a change that keeps size and time is detected', async () => {
    await using tree = await SnapshotTree.make(database.db, files);
    const path = join(tree.root, 'posts/hello.md');
    const time = new Date('2026-01-01T00:00:00Z');
    await utimes(path, time, time);
    await tree.take();
    await writeFile(path, 'Jello\n');
    await utimes(path, time, time);
    expect(await tree.take()).toMatchObject({ created: true, filesChanged: 1 });
    expect(await tree.committed()).toEqual({ ...files, 'posts/hello.md': 'Jello\n' });
  });

  test('a file that replaces a folder, and a folder that replaces a file', async () => {
    await using tree = await SnapshotTree.make(database.db, { 'a/b.md': 'one', c: 'two' });
    await tree.take();
    await tree.remove('a');
    await tree.remove('c');
    await tree.write('a', 'three');
    await tree.write('c/d.md', 'four');
    await tree.take();
    expect(await tree.committed()).toEqual({ a: 'three', 'c/d.md': 'four' });
    expect(await tree.status()).toEqual([]);
  });

  test('links and the executable bit are kept, and names may contain any letters', async () => {
    await using tree = await SnapshotTree.make(database.db, {
      'posts/ünï — 墨.md': 'x',
      'posts/\u{1F58B}.md': 'sorted by bytes, not by UTF-16 units',
      'posts/\uFB01.md': 'x',
      'run.sh': '#',
    });
    await symlink('../elsewhere', join(tree.root, 'posts/link'));
    await chmod(join(tree.root, 'run.sh'), 0o755);
    expect(await tree.take()).toMatchObject({ filesChanged: 5, leftOut: [] });
    expect(await tree.committed()).toMatchObject({
      'posts/ünï — 墨.md': 'x',
      'posts/link': '../elsewhere',
      'run.sh': '#',
    });
    expect(await tree.take()).toMatchObject({ created: false });
    await chmod(join(tree.root, 'run.sh'), 0o644);
    expect(await tree.take()).toMatchObject({ created: true, filesChanged: 1 });
  });

  test.each([
    ['what can be made smaller', Buffer.alloc(3_000_001, 'ink and paper ')],
    ['what cannot', randomBytes(3_000_001)],
  ])('a large file of %s is committed completely', async (_name, bytes) => {
    await using tree = await SnapshotTree.make(database.db, { 'media/film.mp4': bytes });
    expect(await tree.take()).toMatchObject({ bytes: bytes.length });
    const { 'media/film.mp4': kept } = await tree.committed();
    expect(Buffer.from(kept!, 'latin1').equals(bytes)).toBe(true);
    expect(await tree.status()).toEqual([]);
  });

  test('characters that git forbids in names and addresses are removed', async () => {
    await using tree = await SnapshotTree.make(database.db, files);
    const author = { name: ' Eve <eve@x>\nparent ', email: 'e>v<e@x' };
    expect((await tree.snapshots.take('  Said\n\nso  ', author)).author).toEqual({
      name: 'Eve eve@xparent',
      email: 'eve@x',
    });
    expect(await tree.commit()).toMatchObject({ message: 'Said\n\nso\n', parent: [] });
  });
});

describe('skipped files', () => {
  test('temporary files of Galley, without notice and without a .gitignore', async () => {
    await using tree = await SnapshotTree.make(database.db, {
      'posts/hello.md': 'Hello\n',
      'posts/.galley-1.tmp': 'half',
      '.incoming/upload': 'half',
      '.restore/content/a.md': 'half',
      'posts/.incoming/kept.md': 'an unrelated folder',
    });
    expect(await tree.take()).toMatchObject({ leftOut: [] });
    expect(Object.keys(await tree.committed())).toEqual([
      'posts/.incoming/kept.md',
      'posts/hello.md',
    ]);
    expect(await tree.status()).toEqual([]);
    const exclude = await readFile(join(tree.root, '.git/info/exclude'), 'utf8');
    expect(exclude).toContain('.galley-*.tmp\n/.incoming/\n/.restore/\n');
    await tree.write('posts/new.md', 'New');
    await tree.take();
    expect(await readFile(join(tree.root, '.git/info/exclude'), 'utf8')).toBe(exclude);
  });

  test('ignored files, unless they were committed before', async () => {
    await using tree = await SnapshotTree.make(database.db, { 'media/old.mp4': '1', 'a.log': '2' });
    await tree.take();
    await tree.write('.gitignore', '*.log\n/media/\n');
    await tree.write('posts/.gitignore', 'drafts/\n!kept.log\n');
    for (const path of [
      'b.log',
      'media/new.mp4',
      'posts/drafts/a.md',
      'posts/kept.log',
      'posts/b.md',
    ])
      await tree.write(path, 'new');
    await tree.write('media/old.mp4', 'changed');
    expect(await tree.take()).toMatchObject({ leftOut: [] });
    expect(Object.keys(await tree.committed())).toEqual([
      ...['.gitignore', 'a.log', 'media/old.mp4'],
      ...['posts/.gitignore', 'posts/b.md', 'posts/kept.log'],
    ]);
    expect(await tree.committed()).toMatchObject({ 'media/old.mp4': 'changed' });
    expect(await tree.status()).toEqual([]);
  });

  test('files in .git/info/exclude', async () => {
    await using tree = await SnapshotTree.make(database.db, { 'a.md': 'a', 'b.bak': 'b' });
    await tree.initialise('main');
    await tree.write('.git/info/exclude', '*.bak');
    await tree.take();
    expect(Object.keys(await tree.committed())).toEqual(['a.md']);
    expect(await readFile(join(tree.root, '.git/info/exclude'), 'utf8')).toMatch(/^\*\.bak\n# /);
  });

  test('names that isomorphic-git cannot read back, each reported', async () => {
    await using tree = await SnapshotTree.make(database.db, { 'a.md': 'a' });
    const names = [
      '.GIT',
      'git~1',
      '.git~2',
      '.git.',
      '.git:x',
      '.gi\u200Ct',
      '\u200C.',
      'a\\b.md',
    ];
    for (const name of names) await tree.write(`posts/${name}`, 'x');
    await writeFile(Buffer.from(join(tree.root, 'posts/\xe9.md'), 'latin1'), 'not UTF-8');
    const { leftOut } = await tree.take();
    expect(new Set(leftOut.map(({ path }) => path))).toEqual(
      new Set([...names, '\uFFFD.md'].map((name) => `posts/${name}`)),
    );
    expect(leftOut).toContainEqual({ path: 'posts/\uFFFD.md', reason: 'its name is not UTF-8' });
    expect(await tree.committed()).toEqual({ 'a.md': 'a' });
    expect(await tree.take()).toMatchObject({ created: false, leftOut });
  });

  test('a nested repository, which is reported; files committed before stay', async () => {
    await using tree = await SnapshotTree.make(database.db, { 'a.md': 'a', 'inner/b.md': 'b' });
    await tree.take();
    await tree.write('inner/.git/HEAD', 'ref: refs/heads/main\n');
    await tree.write('inner/b.md', 'changed');
    await tree.write('.GIT', 'a file');
    await tree.write('a.md', 'changed');
    const { leftOut } = await tree.take();
    expect(leftOut).toContainEqual({ path: 'inner', reason: 'it is a separate git repository' });
    expect(leftOut).toContainEqual({ path: '.GIT', reason: 'git does not allow this name' });
    expect(leftOut).toHaveLength(2);
    expect(await tree.committed()).toEqual({ 'a.md': 'changed', 'inner/b.md': 'b' });
  });
});

describe('the log (GAP-BAK-2)', () => {
  test('is newest first and has the requested length', async () => {
    await using tree = await SnapshotTree.make(database.db, files);
    for (const message of ['One', 'Two', 'Three']) {
      await tree.write('posts/hello.md', message);
      await tree.take(message);
      tree.clock.advance(1_000);
    }
    const log = await tree.snapshots.log(2);
    expect(log.map(({ message }) => message)).toEqual(['Three', 'Two']);
    expect(log[0]).toEqual({
      hash: (await tree.history())[0],
      author: ada,
      date: new Date('2026-01-01T12:00:02Z'),
      message: 'Three',
    });
    expect((await tree.snapshots.log(200)).map(({ hash }) => hash)).toEqual(await tree.history());
  });

  test('is empty without a repository and creates none', async () => {
    await using tree = await SnapshotTree.make(database.db, files);
    expect(await tree.snapshots.log(10)).toEqual([]);
    expect(await readdir(tree.root)).not.toContain('.git');
  });

  test('names Galley or the configured author for unsigned commits', async () => {
    await using tree = await SnapshotTree.make(database.db, files);
    const galley = { name: 'Galley', email: 'galley@localhost' };
    expect(await unsignedAuthor(tree.root)).toEqual(galley);
    await tree.take();
    expect(await unsignedAuthor(tree.root)).toEqual(galley);
    await tree.configure('user.name', 'The newsroom');
    await tree.configure('user.email', 'desk@example.org');
    const desk = { name: 'The newsroom', email: 'desk@example.org' };
    expect(await unsignedAuthor(tree.root)).toEqual(desk);
  });
});
