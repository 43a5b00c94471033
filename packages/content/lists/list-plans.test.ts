import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '@galley/database';
import {
  createTestDatabase,
  executedSteps,
  insertManyDocuments,
  nthWord,
  statementsOf,
  type TestDatabase,
} from '@galley/testing';
import { DocumentListReadModel, type DocumentQuery } from './document-list-read-model.ts';
import { author, editor } from '../workflow/newsroom.fixtures.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertManyDocuments(database.url, { count: 20_000, words: 40 });
});

afterAll(() => database.close());

/** Used by plans that know the parameters, and by those of prepared statements, which do not. */
async function indexesOf(query: Partial<DocumentQuery>, actor = editor): Promise<string[]> {
  const list = (db: Database) =>
    new DocumentListReadModel(db).list(actor, { pageSize: 50, ...query }, ['en', 'es']);
  const custom = await executedSteps(database, 'force_custom_plan', list);
  const generic = await executedSteps(database, 'force_generic_plan', list);
  // The test site has a single user.
  const scanned = [...custom, ...generic].filter(
    (node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== 'users',
  );
  expect(scanned.map((node) => node['Relation Name'])).toEqual([]);
  const indexes = new Set(custom.map((node) => node['Index Name'] ?? ''));
  return [...indexes.intersection(new Set(generic.map((node) => node['Index Name'] ?? '')))];
}

async function deepCursor(query: Partial<DocumentQuery>, page = 15_000): Promise<string> {
  const lists = new DocumentListReadModel(database.db);
  const { nextCursor } = await lists.list(editor, { ...query, pageSize: 1, page }, []);
  return nextCursor!;
}

describe('a list of many documents uses an index and scans no table (CMS-DOC-1)', () => {
  describe.each([
    ['updated_at', 'asc', 'documents_oldest'],
    ['updated_at', 'desc', 'documents_newest'],
    ['date', 'asc', 'documents_earliest_date'],
    ['date', 'desc', 'documents_latest_date'],
    ['title', 'asc', 'documents_by_title'],
    ['title', 'desc', 'documents_by_title'],
    ['path', 'asc', 'documents_living_path'],
    ['path', 'desc', 'documents_living_path'],
  ] as const)('by %s, %s', (sort, order, index) => {
    test('on its first page', async () => {
      expect(await indexesOf({ sort, order })).toContain(index);
    });

    test('on a deep page, by its cursor', async () => {
      const cursor = await deepCursor({ sort, order });
      expect(await indexesOf({ cursor })).toContain(index);
    });
  });

  test.each<[query: Partial<DocumentQuery>, index: string]>([
    [{ type: 'page' }, 'documents_by_type'],
    [{ type: 'nothing' }, 'documents_by_type'],
    [{ lang: 'es' }, 'documents_by_lang'],
    [{ status: 'archived' }, 'documents_filtered'],
    [{ status: 'published' }, 'documents_filtered'],
    [{ author: 'author-7' }, 'documents_by_author'],
    [{ assignee: 'author-0' }, 'documents_by_assignee'],
    [{ reviewer: 'author-0' }, 'documents_by_reviewer'],
    [{ type: 'post', lang: 'es', status: 'draft' }, 'documents_filtered'],
    [{ type: 'post', lang: 'en', status: 'published' }, 'documents_filtered'],
    [{ author: 'author-7', status: 'published' }, 'documents_filtered'],
    [{ assignee: 'author-0', lang: 'es' }, 'documents_by_assignee'],
    [{ reviewer: 'author-0', type: 'page' }, 'documents_by_reviewer'],
    [{ term: 'tags:Lead' }, 'documents_by_term'],
    [{ term: 'tags:Lead', status: 'published' }, 'documents_by_term'],
    [{ dates: { from: new Date('2024-12-20T00:00:00Z') } }, 'documents_latest_date'],
    [{ dates: { before: new Date('2015-01-10T00:00:00Z') } }, 'documents_latest_date'],
    [
      {
        dates: {
          from: new Date('2020-01-01T00:00:00Z'),
          before: new Date('2020-01-05T00:00:00Z'),
        },
      },
      'documents_latest_date',
    ],
  ])('filtered by %j, in every order', async (query, index) => {
    for (const sort of ['updated_at', 'date', 'title', 'path'] as const)
      expect(await indexesOf({ ...query, sort })).toContain(index);
  });

  test.each<[query: Partial<DocumentQuery>, index: string]>([
    [{ page: 200 }, 'documents_newest'],
    [{ page: 390 }, 'documents_newest'],
    [{ sort: 'title', page: 390 }, 'documents_by_title'],
    [{ status: 'published', sort: 'date', page: 150 }, 'documents_latest_date'],
  ])('on a deep page, by its number: %j', async (query, index) => {
    expect(await indexesOf(query)).toContain(index);
  });

  test.each<[query: Partial<DocumentQuery>, index: string]>([
    [{ status: 'published', sort: 'title' }, 'documents_by_title'],
    [{ type: 'post', lang: 'en', sort: 'date', order: 'asc' }, 'documents_earliest_date'],
  ])('on a deep page filtered by %j, by its cursor', async (query, index) => {
    const cursor = await deepCursor(query, 4_000);
    expect(await indexesOf({ ...query, cursor })).toContain(index);
  });

  test('restricted to documents of a user', async () => {
    const indexes = await indexesOf({}, author('author-3'));
    expect(indexes).toContain('documents_by_author');
    expect(indexes).toContain('documents_by_assignee');
  });

  test.each([
    ['a rare word', { q: `${nthWord(4000)} ` }],
    ['a frequent one', { q: `${nthWord(300)} ` }],
    ['one that is everywhere', { q: `${nthWord(1)} ` }],
    ['a beginning', { q: nthWord(12) }],
    ['a frequent word, by title', { q: `${nthWord(2)} `, sort: 'title' }],
    ['a word in one language', { q: `${nthWord(300)} `, lang: 'es' }],
    ['a word among published posts', { q: `${nthWord(300)} `, type: 'post', status: 'published' }],
  ] as const)('searched for %s (GAP-DOC-6)', async (_what, query) => {
    expect(await indexesOf(query)).toContain('document_search_words');
  });

  test('with the requesters of pending reviews', async () => {
    expect(await indexesOf({ status: 'in_review' })).toContain('editorial_events_newest');
  });

  test('searched for a word, in one state', async () => {
    const indexes = await indexesOf({ q: `${nthWord(1)} `, status: 'in_review' });
    expect(indexes).toContain('document_search_words');
    expect(indexes).toContain('documents_filtered');
  });

  test('searched for a word, restricted to documents of a user', async () => {
    const indexes = await indexesOf({ q: `${nthWord(1)} ` }, author('author-3'));
    expect(indexes).toContain('documents_by_author');
    expect(indexes).toContain('documents_by_assignee');
  });
});

test.each<Partial<DocumentQuery>>([{}, { page: 390 }, { status: 'published', page: 2 }])(
  'a list takes one statement: %j',
  async (query) => {
    const statements = await statementsOf(database, (db) =>
      new DocumentListReadModel(db).list(editor, { pageSize: 50, ...query }, []),
    );
    expect(statements).toHaveLength(1);
  },
);

describe('the total of a list of more than 10,000 documents', () => {
  const list = (query: Partial<DocumentQuery>) =>
    new DocumentListReadModel(database.db).list(editor, { pageSize: 50, ...query }, []);

  test.each<[query: Partial<DocumentQuery>, total: number]>([
    [{}, 20_000],
    [{ type: 'post' }, 15_000],
    [{ lang: 'en', sort: 'title', page: 90 }, 13_333],
  ])('is estimated: %j', async (query, total) => {
    const found = await list(query);
    expect(found).toMatchObject({
      isTotalEstimate: true,
      nextCursor: expect.any(String) as string,
    });
    expect(Math.abs(found.total / total - 1)).toBeLessThan(0.1);
  });

  test.each<[query: Partial<DocumentQuery>, total: number]>([
    [{ status: 'published' }, 10_000],
    [{ type: 'post', exactTotal: true }, 15_000],
    [{ type: 'post', page: 250 }, 15_000],
    [{ type: 'post', page: 1_000 }, 15_000],
  ])('is exact: %j', async (query, total) => {
    expect(await list(query)).toMatchObject({ total, isTotalEstimate: false });
  });

  test('leads to the last page', async () => {
    for (const [query, page] of [
      [{}, 400],
      [{ type: 'post', sort: 'title' }, 300],
    ] as const) {
      const before = await list({ ...query, page: page - 1 });
      const last = await list({ ...query, page });
      expect(last).toMatchObject({ nextCursor: null, isTotalEstimate: false });
      expect(last.items).toHaveLength(50);
      const { items } = await list({ ...query, cursor: before.nextCursor! });
      expect(items).toEqual(last.items);
    }
  });
});

describe('a search with many matches (GAP-DOC-6)', () => {
  const find = (q: string) =>
    new DocumentListReadModel(database.db).list(editor, { q, pageSize: 9 }, ['en', 'es']);

  test('starts with matches in the title', async () => {
    const { items, total } = await find(`${nthWord(30)} `);
    expect(total).toBeGreaterThan(1_000);
    expect(items.slice(0, 4).map(({ metadata }) => metadata.title)).toEqual(
      Array.from({ length: 4 }, () => expect.stringMatching(/^Title aword30 /) as string),
    );
  });

  test('starts with the newest documents when it finds too many to rank', async () => {
    const { items, total } = await find(`${nthWord(1)} `);
    expect(total).toBeGreaterThan(10_000);
    const times = items.map(({ metadata }) => metadata.updatedAt!.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const newest = await new DocumentListReadModel(database.db).list(editor, { pageSize: 1 }, []);
    expect(times[0]).toBeLessThanOrEqual(newest.items[0]!.metadata.updatedAt!.getTime());
  });
});
