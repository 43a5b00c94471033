import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Newsroom } from '../workflow/newsroom.fixtures.ts';

let room: Newsroom;

const post = (frontmatter: string) => `---\n${frontmatter}\n---\nText.\n`;

beforeAll(async () => {
  room = await Newsroom.open();
});

afterAll(() => room[Symbol.asyncDispose]());

async function print(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, frontmatter] of Object.entries(files))
    await room.write(path, post(frontmatter));
  await room.indexer.scan();
}

async function get(path: string) {
  const found = await room.published.findByPath(path);
  if (!found) throw new Error(`${path} is not public`);
  return found;
}

describe('the neighbours of a document', () => {
  beforeAll(() =>
    print({
      'posts/a.md': 'date: 2026-01-01',
      'posts/b.md': 'date: 2026-01-02',
      'posts/c.md': 'date: 2026-01-02',
      'posts/d.md': 'date: 2026-01-03',
      'posts/es/e.md': 'date: 2026-01-02',
      'pages/f.md': 'date: 2026-01-02',
    }),
  );

  test.each([
    ['posts/a.md', 'posts/c.md', undefined],
    ['posts/b.md', 'posts/d.md', 'posts/c.md'],
    ['posts/c.md', 'posts/b.md', 'posts/a.md'],
    ['posts/d.md', undefined, 'posts/b.md'],
    ['posts/es/e.md', undefined, undefined],
  ])('of %s are %s and %s, in list order', async (path, newer, older) => {
    const found = await room.published.neighbours(await get(path));
    expect([found.newer?.path, found.older?.path]).toEqual([newer, older]);
  });
});

describe('the related documents of a document', () => {
  beforeAll(() =>
    print({
      'posts/related/one.md': 'date: 2026-02-01\ntags: [Ink, Wood type]',
      'posts/related/both.md': 'date: 2025-02-01\ntags: [ink, wood Type]',
      'posts/related/newer.md': 'date: 2026-03-01\ntags: [Ink]',
      'posts/related/older.md': 'date: 2024-02-01\ncategories: [Trade]\ntags: [Wood type]',
      'posts/related/none.md': 'date: 2026-02-01\ntags: [Paper]',
      'posts/es/related/uno.md': 'date: 2026-02-01\ntags: [Ink]',
    }),
  );

  test('precede it and share the most terms, then newest first, in the same language', async () => {
    const one = await get('posts/related/one.md');
    const found = await room.published.related(one, 3);
    expect(found.map(({ path }) => path)).toEqual([
      'posts/related/both.md',
      'posts/related/older.md',
    ]);
    expect(await room.published.related(one, 1)).toHaveLength(1);
  });

  test('share terms, not just the taxonomy', async () => {
    expect(await room.published.related(await get('posts/related/none.md'), 3)).toEqual([]);
    expect(await room.published.related(await get('posts/a.md'), 3)).toEqual([]);
  });
});

describe('a former address of a document', () => {
  test('redirects to the current public address', async () => {
    await print({ 'posts/moved.md': 'slug: first' });
    await print({ 'posts/moved.md': 'slug: second' });
    await print({ 'posts/moved.md': 'slug: third' });
    expect(await room.published.findMoved('/posts/first/')).toBe('/posts/third/');
    expect(await room.published.findMoved('/posts/second/')).toBe('/posts/third/');
    expect(await room.published.findMoved('/posts/third/')).toBeUndefined();
    expect(await room.published.findMoved('/posts/fourth/')).toBeUndefined();
  });

  test('redirects only while the document is public', async () => {
    await print({ 'posts/gone.md': 'slug: here' });
    await print({ 'posts/gone.md': 'slug: here\nworkflow: draft' });
    expect(await room.published.findMoved('/posts/here/')).toBeUndefined();
    await print({ 'posts/gone.md': 'slug: there' });
    expect(await room.published.findMoved('/posts/here/')).toBe('/posts/there/');
  });

  test('may be an alias', async () => {
    await print({ 'posts/claims.md': 'aliases: [/2019/ink.html, /tinta]' });
    expect(await room.published.findMoved('/2019/ink.html')).toBe('/posts/claims/');
    expect(await room.published.findMoved('/tinta/')).toBe('/posts/claims/');
  });

  test('redirects to a document that claims it as an alias', async () => {
    await print({ 'posts/was.md': 'slug: shared' });
    await print({
      'posts/was.md': 'slug: elsewhere',
      'posts/wants.md': 'aliases: [/posts/shared/]',
    });
    expect(await room.published.findMoved('/posts/shared/')).toBe('/posts/wants/');
  });
});

test('every public change has a new version, and working texts have none', async () => {
  await print({ 'posts/version.md': 'title: One' });
  const first = await get('posts/version.md');
  await print({ 'posts/version.md': 'title: Two' });
  const second = await get('posts/version.md');
  expect(second.version).toBeGreaterThan(first.version);
  await print({ 'posts/another.md': 'workflow: draft' });
  expect((await get('posts/version.md')).version).toBe(second.version);
});
