import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentQuery } from './document-list-read-model.ts';
import { author, editor, Newsroom } from '../workflow/newsroom.fixtures.ts';
import type { ListSort } from './list-position.ts';

let room: Newsroom;

beforeAll(async () => {
  room = await Newsroom.open();
  for (let at = 0; at < 45; at += 1) {
    // Every third has no date, many share one, and all share a word.
    const date = at % 3 === 0 ? '' : `date: 2026-01-0${(at % 7) + 1}\n`;
    const name = String(at).padStart(2, '0');
    const text = `---\ntitle: ${at % 2 ? 'Same' : `sheet ${name}`}\nauthor: ${at % 9 ? 'ines' : 'maria'}\n${date}---\n${'Paper. '.repeat(at % 4)}Ink.\n`;
    await room.write(`posts/${name}.md`, text);
  }
  await room.indexer.scan();
});

afterAll(() => room[Symbol.asyncDispose]());

const list = (query: Partial<DocumentQuery>) =>
  room.service.list(editor, { pageSize: 7, ...query });

async function follow(
  query: Partial<DocumentQuery>,
  between: (page: number) => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  const paths: string[] = [];
  let cursor: string | undefined;
  do {
    const { items, page, nextCursor } = await list({ ...query, cursor });
    paths.push(...items.map(({ place }) => place.path));
    await between(page);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return paths;
}

const orders: [sort: ListSort, order: 'asc' | 'desc'][] = (
  ['updated_at', 'date', 'title', 'path', 'relevance'] as const
).flatMap((sort): [ListSort, 'asc' | 'desc'][] => [
  [sort, 'asc'],
  [sort, 'desc'],
]);

describe.each(orders)('a list by %s, %s (CMS-DOC-1, CMS-LIM-3, GAP-DOC-6)', (sort, order) => {
  const query = { sort, order, ...(sort === 'relevance' && { q: 'ink paper or ink' }) };

  test('has every document once, by cursor and by page number', async () => {
    const files = { ...query, author: 'ines' };
    const whole = (await list({ ...files, pageSize: 99 })).items.map(({ place }) => place.path);
    expect(new Set(whole).size).toBe(40);
    expect(await follow(files)).toEqual(whole);
    const pages = Array.from({ length: 7 }, (_, at) => list({ ...files, page: at + 1 }));
    const numbered = (await Promise.all(pages)).flatMap(({ items }) => items);
    expect(numbered.map(({ place }) => place.path)).toEqual(whole);
  });

  test('repeats and skips no document while others are added and removed', async () => {
    const before = (await list({ ...query, pageSize: 999 })).items.map(({ place }) => place.path);
    const words = `${sort}-${order}`;
    const shown = await follow(query, async (page) => {
      if (page > 3) return;
      for (const end of ['0', 'm', 'zz']) {
        await room.service.create(editor, {
          type: 'post',
          lang: 'en',
          title: `${end} sheet`,
          slug: `${end}-${words}-${page}`,
          content: 'Ink.\n',
        });
      }
      if (page > 1) {
        await room.remove(`posts/m-${words}-${page - 1}.md`);
        await room.indexer.indexPath(`posts/m-${words}-${page - 1}.md`);
      }
    });
    expect(new Set(shown).size).toBe(shown.length);
    expect(shown.filter((path) => before.includes(path))).toEqual(before);
  });
});

test('puts documents without a date last in either direction', async () => {
  for (const order of ['asc', 'desc'] as const) {
    const { items } = await list({ sort: 'date', order, pageSize: 200 });
    const dated = items.map(({ metadata }) => metadata.date !== null);
    expect(dated).toEqual(dated.toSorted((a, b) => Number(b) - Number(a)));
  }
});

test('sorts titles case-insensitively', async () => {
  const { items } = await list({ sort: 'title', author: 'ines', pageSize: 2 });
  expect(items.map(({ metadata }) => metadata.title)).toEqual(['Same', 'Same']);
  const { items: last } = await list({ sort: 'title', author: 'ines', order: 'desc', pageSize: 1 });
  expect(last[0]!.metadata.title).toBe('sheet 44');
});

test('sorts titles of any length', async () => {
  await room.write('posts/long.md', `---\ntitle: ${'A very long title. '.repeat(2_000)}\n---\n`);
  await room.indexer.scan();
  const { items } = await list({ sort: 'title', q: 'long', pageSize: 1 });
  expect(items[0]!.place.path).toBe('posts/long.md');
});

test('numbers cursor pages and counts all matches', async () => {
  const first = await list({ author: 'maria', pageSize: 2 });
  expect(first).toMatchObject({ page: 1, total: 5 });
  const second = await list({ author: 'maria', pageSize: 2, cursor: first.nextCursor! });
  expect(second).toMatchObject({ page: 2, total: 5 });
  const third = await list({ author: 'maria', pageSize: 2, cursor: second.nextCursor! });
  expect(third).toMatchObject({ page: 3, total: 5, nextCursor: null });
  expect(third.items).toHaveLength(1);
});

test('is empty after the last page and still reports the total', async () => {
  for (const page of [9, 4_000_000_000])
    expect(await list({ author: 'maria', page })).toEqual({
      items: [],
      page,
      total: 5,
      isTotalEstimate: false,
      nextCursor: null,
    });
});

test('sorts equally relevant documents by date, newest first', async () => {
  const titles = ['Tie one', 'Tie two', 'Tie three'];
  for (const title of titles)
    await room.service.create(editor, { type: 'post', lang: 'en', title, content: 'Vellum.\n' });
  const { items } = await list({ q: 'vellum', pageSize: 9 });
  expect(items.map(({ metadata }) => metadata.title)).toEqual(titles.toReversed());
});

test('a cursor grants no access to other documents', async () => {
  const { nextCursor } = await list({ sort: 'path', order: 'asc' });
  const query = { sort: 'path', order: 'asc', cursor: nextCursor!, pageSize: 200 } as const;
  const { items, total } = await room.service.list(author('maria'), query);
  expect(items.every(({ metadata }) => metadata.author === 'maria')).toBe(true);
  expect(total).toBe(5);
});

describe('a cursor of another list is rejected', () => {
  const encoded = (value: unknown): string =>
    Buffer.from(JSON.stringify(value)).toString('base64url');

  test.each([
    [''],
    ['nonsense'],
    ['%00'],
    [encoded(null)],
    [encoded({})],
    [encoded([])],
    [encoded(['path', 'asc', 'a'])],
    [encoded(['id', 'asc', 'a', 'b', 2])],
    [encoded(['path', 'asc; drop table documents', 'a', 'b', 2])],
    [encoded(['path', 'asc', 1, 'b', 2])],
    [encoded(['path', 'asc', 'a', null, 2])],
    [encoded(['path', 'asc', 'a', 'b', 1])],
    [encoded(['path', 'asc', 'a', 'b', 1.5])],
    [encoded(['path', 'asc', 'a', 'b\0', 2])],
    [encoded(['updated_at', 'desc', 'yesterday or so', 'b', 2])],
    [encoded(['date', 'desc', '2026-99-99', 'b', 2])],
    [encoded(['date', 'desc', '999999999-01-01', 'b', 2])],
    [encoded(['relevance', 'desc', '1', 'b', 2])],
  ])('%s', async (cursor) => {
    await expect(list({ cursor })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { errors: [{ path: 'cursor' }] },
    });
  });

  test('of another order, of a search, or beside a page number', async () => {
    const { nextCursor: cursor } = await list({ sort: 'title' });
    const refused = { code: 'invalid_request' };
    await expect(list({ cursor: cursor!, sort: 'path' })).rejects.toMatchObject(refused);
    await expect(list({ cursor: cursor!, order: 'desc' })).rejects.toMatchObject(refused);
    await expect(list({ cursor: cursor!, page: 2 })).rejects.toMatchObject(refused);
    const search = await list({ q: 'ink' });
    await expect(list({ cursor: search.nextCursor! })).rejects.toMatchObject(refused);
    await expect(
      list({ q: 'ink', cursor: encoded(['relevance', 'desc', 'very', 'b', 2]) }),
    ).rejects.toMatchObject(refused);
  });
});

test('sorting by relevance requires a search', async () => {
  await expect(list({ sort: 'relevance' })).rejects.toMatchObject({
    code: 'invalid_request',
    details: { errors: [{ path: 'sort', message: 'requires q' }] },
  });
});
