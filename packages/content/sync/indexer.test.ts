import { mkdir, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseSiteSettings } from '@galley/settings';
import { editor, Newsroom } from '../workflow/newsroom.fixtures.ts';

const post = (title: string, more = ''): string => `---\ntitle: ${title}\n${more}---\nText.\n`;

async function listed(room: Newsroom): Promise<Record<string, string>> {
  const { items } = await room.service.list(editor, { page: 1, pageSize: 200, sort: 'path' });
  return Object.fromEntries(items.map(({ place, status }) => [place.path, status]));
}

describe('the first index', () => {
  test('GAP-DOC-3: a file without a state is published unless it is marked as a draft', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/a.md', post('A'));
    await room.write('posts/b.md', post('B', 'draft: true\n'));
    await room.write('posts/es/c.md', post('C', 'workflow: in_review\n'));
    await room.write('pages/about.md', 'No frontmatter at all.');
    expect(await room.indexer.scan()).toEqual({ documents: 4, read: 4, failed: 0 });
    expect(await listed(room)).toEqual({
      'pages/about.md': 'published',
      'posts/a.md': 'published',
      'posts/b.md': 'draft',
      'posts/es/c.md': 'in_review',
    });
    expect(await room.titlesInPublic()).toEqual(['A', 'About']);
  });

  test('skips other folders, other files, dot files and links', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/a.md', post('A'));
    await room.write('notes/b.md', post('B'));
    await room.write('config/c.md', post('C'));
    await room.write('media/d.md', post('D'));
    await room.write('posts/e.txt', post('E'));
    await room.write('posts/.f.md', post('F'));
    await room.write('.trash/posts/g.md', post('G'));
    await symlink(join(room.directory, 'posts/a.md'), join(room.directory, 'posts/h.md'));
    await mkdir(join(room.directory, 'posts/i.md'));
    await room.indexer.scan();
    expect(Object.keys(await listed(room))).toEqual(['posts/a.md']);
  });

  test('reports a broken file with line and column and continues with the rest', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/a.md', post('A'));
    await room.write('posts/b.md', '---\ntitle: "B\ntags: [\n---\nText.\n');
    await room.write('posts/c.md', Buffer.from([0x23, 0x20, 0xff, 0x0a]));
    await room.write('posts/d.md', post('D'));
    await room.write('posts/e.md', `${post('E')}\u0000`);
    await room.write('posts/f.md', post('F', 'note: "\\u0000"\n'));
    await room.write('posts/g.md', 'x'.repeat(300 * 1024));
    expect(await room.indexer.scan()).toEqual({ documents: 7, read: 7, failed: 0 });
    const { items } = await room.service.list(editor, { page: 1, pageSize: 50, sort: 'path' });
    const problems = Object.fromEntries(
      items.filter(({ problem }) => problem).map(({ place, problem }) => [place.path, problem]),
    );
    expect(problems).toMatchObject({
      'posts/b.md': { line: expect.any(Number) as unknown, column: expect.any(Number) as unknown },
      'posts/c.md': { line: 1, column: 3 },
      'posts/e.md': { line: 5, column: 1 },
      'posts/f.md': { message: expect.stringContaining('NUL') as unknown },
      'posts/g.md': { message: expect.stringContaining('limits.document_body') as unknown },
    });
    expect(await room.titlesInPublic()).toEqual(['A', 'D']);
    const warned = room.log
      .filter(({ message }) => message === 'document unreadable')
      .map(({ attributes }) => attributes['path']);
    expect(warned.sort()).toEqual([
      'posts/b.md',
      'posts/c.md',
      'posts/e.md',
      'posts/f.md',
      'posts/g.md',
    ]);
  });

  test('keeps public copies beside working files of another tree', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/a.md', post('New A', 'workflow: draft\n'));
    await room.write('.published/posts/a.md', post('Old A', 'workflow: published\n'));
    await room.age('posts/a.md');
    await room.indexer.scan();
    expect(await listed(room)).toEqual({ 'posts/a.md': 'draft' });
    expect(await room.titlesInPublic()).toEqual(['Old A']);
    expect(await room.indexer.scan()).toEqual({ documents: 1, read: 0, failed: 0 });
  });

  test('GAP-ED-5: with approval required, only the first index accepts the tree as it is', async () => {
    await using room = await Newsroom.open('editorial: { require_approval: true }');
    await room.write('posts/a.md', post('A'));
    await room.indexer.scan();
    await room.write('posts/b.md', post('B'));
    await room.write('posts/a.md', post('A changed'));
    await room.indexer.scan();
    expect(await listed(room)).toEqual({ 'posts/a.md': 'draft', 'posts/b.md': 'draft' });
    expect(await room.titlesInPublic()).toEqual(['A']);
    expect(await room.read('.published/posts/a.md')).toBe(post('A'));
  });

  test('two processes that index one tree at once create one index', async () => {
    await using room = await Newsroom.open();
    for (let at = 0; at < 251; at += 1) await room.write(`posts/p${at}.md`, post(`P${at}`));
    await Promise.all([room.indexer.scan(), room.colleague().indexer.scan()]);
    const { total } = await room.service.list(editor, { page: 1, pageSize: 1 });
    expect(total).toBe(251);
    const history = await room.database.db.selectFrom('document_history').select('seq').execute();
    expect(history).toHaveLength(251);
  });
});

describe('a later index', () => {
  test('skips unchanged files', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/a.md', post('A'));
    await room.age('posts/a.md');
    await room.indexer.scan();
    expect(await room.indexer.scan()).toEqual({ documents: 1, read: 0, failed: 0 });
  });

  test('rereads a file whose time is too recent to trust, even if size and time are equal', async () => {
    await using room = await Newsroom.open();
    const now = room.clock.now();
    await room.write('posts/a.md', post('A'));
    await utimes(join(room.directory, 'posts/a.md'), now, now);
    await room.indexer.scan();
    await room.write('posts/a.md', post('B'));
    await utimes(join(room.directory, 'posts/a.md'), now, now);
    await room.indexer.scan();
    expect(await room.titlesInPublic()).toEqual(['B']);
  });

  test('GAP-DOC-12: an edit on disk creates a history entry of kind external', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/a.md', post('A'));
    await room.indexer.scan();
    await room.write('posts/a.md', post('A, edited'));
    await room.indexer.indexPath('posts/a.md');
    const entries = await room.service.history(editor, 'posts/a.md');
    expect(entries.map(({ kind, message }) => [kind, message])).toEqual([
      ['external', 'Edited on disk'],
      ['external', 'Found on disk'],
    ]);
    expect(await room.titlesInPublic()).toEqual(['A, edited']);
  });

  test('a removed file unpublishes its page; its history continues when it comes back', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/a.md', post('A'));
    await room.indexer.scan();
    await room.remove('posts/a.md');
    await room.indexer.scan();
    expect(await room.titlesInPublic()).toEqual([]);
    expect(await listed(room)).toEqual({});
    await room.write('posts/a.md', post('A again'));
    await room.indexer.scan();
    expect(await room.titlesInPublic()).toEqual(['A again']);
    expect(await room.service.history(editor, 'posts/a.md')).toHaveLength(2);
  });

  test('an edit that breaks a file keeps its page, and a raw save fixes it', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/a.md', post('A', 'author: maria\n'));
    await room.indexer.scan();
    await room.write('posts/a.md', '---\ntitle: [A\n---\n');
    await room.indexer.scan();
    expect(await room.titlesInPublic()).toEqual(['A']);
    const { indexed } = await room.service.get(editor, 'posts/a.md');
    expect(indexed).toMatchObject({
      problem: { line: expect.any(Number) as unknown },
      metadata: { title: 'A', author: 'maria' },
    });
    await room.service.save(editor, {
      path: 'posts/a.md',
      content: '---\ntitle: A, fixed\nworkflow: published\n---\nText.\n',
    });
    expect(await room.titlesInPublic()).toEqual(['A, fixed']);
    expect(await room.read('posts/a.md')).toContain('author: maria');
  });

  test('setting draft on disk unpublishes a page; editing a draft beside its public copy does not', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/a.md', post('A'));
    await room.write('posts/b.md', post('B'));
    await room.indexer.scan();
    await room.write('posts/a.md', post('A', 'draft: true\n'));
    await room.service.save(editor, { path: 'posts/b.md', content: 'New.\n' });
    await room.write('posts/b.md', (await room.read('posts/b.md')).replace('New.', 'Newer.'));
    await room.indexer.scan();
    expect(await listed(room)).toEqual({ 'posts/a.md': 'draft', 'posts/b.md': 'draft' });
    expect(await room.titlesInPublic()).toEqual(['B']);
  });
});

describe('a settings change of the site', () => {
  test('updates the addresses of all documents, including public ones, without changing files', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/a.md', post('A', 'date: 2026-02-03\n'));
    await room.indexer.rederive();
    await room.indexer.scan();
    expect((await room.published.findByPath('posts/a.md'))?.url).toBe('/posts/a/');
    room.settings = parseSiteSettings(
      'content:\n  types:\n    post: { folder: posts, permalink: "/:year/:slug/" }\n',
      'site.yaml',
    );
    await room.indexer.rederive();
    await room.indexer.scan();
    expect((await room.published.findByPath('posts/a.md'))?.url).toBe('/2026/a/');
    expect((await room.service.get(editor, 'posts/a.md')).indexed.metadata.url).toBe('/2026/a/');
    expect(await room.service.history(editor, 'posts/a.md')).toHaveLength(1);
  });

  test('that excludes a file removes it from the index', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/a.md', post('A'));
    await room.write('pages/b.md', post('B'));
    await room.indexer.scan();
    room.settings = parseSiteSettings(
      'content:\n  types:\n    page: { folder: pages }\n',
      'site.yaml',
    );
    await room.indexer.rederive();
    await room.indexer.scan();
    expect(await listed(room)).toEqual({ 'pages/b.md': 'published' });
    expect(await room.titlesInPublic()).toEqual(['B']);
  });
});
