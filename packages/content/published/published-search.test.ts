import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editor, Newsroom } from '../workflow/newsroom.fixtures.ts';
import type { PublishedSearch } from './published.ts';

let room: Newsroom;

const files: Record<string, string> = {
  'posts/press.md':
    '---\ntitle: The iron press\ntags: [Letterpress]\nsummary: A machine.\ndate: 2026-01-03\n---\nIt was **running** when [we](https://example.com/x) came; the café <b>was</b> open.\n',
  'posts/wood.md':
    '---\ntitle: Wood type\ndate: 2026-01-02\n---\nThe press ran cold. <script>x</script>\n',
  'pages/quiet.md': '---\ntitle: A quiet press\nnoindex: true\n---\nHidden.\n',
  'posts/es/prensa.md': '---\ntitle: La prensa\n---\nLas canciones de los impresores.\n',
  'posts/draft.md': '---\ntitle: A draft press\nworkflow: draft\n---\nUnicorn.\n',
  'posts/old.md': '---\ntitle: An old press\nworkflow: archived\n---\nUnicorn.\n',
  'posts/later.md':
    '---\ntitle: A later press\nworkflow: scheduled\npublish_at: 2027-01-01\n---\nUnicorn.\n',
};

beforeAll(async () => {
  room = await Newsroom.open('languages:\n  es: {}\n');
  for (const [path, text] of Object.entries(files)) await room.write(path, text);
  await room.indexer.scan();
});

afterAll(() => room[Symbol.asyncDispose]());

const search = (q: string, more: Partial<PublishedSearch> = {}) =>
  room.published.search({ q, page: 1, pageSize: 20, ...more });

async function pathsFor(q: string, more?: Partial<PublishedSearch>): Promise<string[]> {
  return (await search(q, more)).items.map(({ document }) => document.path);
}

describe('ADD-INT-4: a search of public texts', () => {
  test.each<[q: string, more: Partial<PublishedSearch>, found: string[]]>([
    ['press', {}, ['posts/press.md', 'pages/quiet.md', 'posts/wood.md']],
    ['press', { isForReaders: true }, ['posts/press.md', 'posts/wood.md']],
    ['machines', {}, ['posts/press.md']],
    ['cafe', {}, ['posts/press.md']],
    ['cancion', {}, ['posts/es/prensa.md']],
    ['cancion', { lang: 'en' }, []],
    ['press', { type: 'page' }, ['pages/quiet.md']],
    ['press', { taxonomy: { name: 'tags', term: 'letterpress' } }, ['posts/press.md']],
    ['press', { sort: 'title' }, ['pages/quiet.md', 'posts/press.md', 'posts/wood.md']],
    ['press', { pageSize: 1, page: 2 }, ['pages/quiet.md']],
    ['press -iron', { lang: 'en', type: 'post' }, ['posts/wood.md']],
    ['the', {}, []],
    ['\0"\'\\:*&|!', {}, []],
    ['unicorn', {}, []],
  ])('for %s with %j finds %j', async (q, more, found) => {
    expect((await pathsFor(q, more)).toSorted()).toEqual(found.toSorted());
  });

  test('ranks titles above bodies and counts all matches', async () => {
    const { items, total } = await search('press', { lang: 'en', type: 'post', pageSize: 1 });
    expect([items[0]?.document.path, total]).toEqual(['posts/press.md', 2]);
  });

  test('marks the matches in escaped excerpts without Markdown', async () => {
    const [press] = (await search('running open')).items;
    expect(press?.highlight.body).toBe(
      'It was <mark>running</mark> when we came; the café was <mark>open</mark>.',
    );
    const [wood] = (await search('cold')).items;
    expect(wood?.highlight.body).not.toContain('<script');
  });

  test('finds the public text while a draft exists, and the new one once it is public', async () => {
    const path = 'posts/wood.md';
    const save = (workflow: 'draft' | 'published') =>
      room.service.save(editor, {
        path,
        content: 'Dragon.\n',
        frontmatter: { title: 'Wood type', workflow },
      });
    await save('draft');
    expect([await pathsFor('dragon'), await pathsFor('cold')]).toEqual([[], [path]]);
    await save('published');
    expect([await pathsFor('dragon'), await pathsFor('cold')]).toEqual([[path], []]);
    await room.editorial.changeStatus(editor, { path, status: 'archived' });
    expect(await pathsFor('dragon')).toEqual([]);
  });

  test('finds public texts that a scan reads while a draft exists', async () => {
    await room.service.save(editor, {
      path: 'posts/press.md',
      content: 'Dragon.\n',
      frontmatter: { title: 'Draft' },
    });
    await room.database.db.deleteFrom('public_search').execute();
    await room.indexer.scan();
    expect(await pathsFor('running')).toEqual(['posts/press.md']);
    expect(await pathsFor('dragon')).toEqual([]);
  });
});
