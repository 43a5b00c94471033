import { systemActor, type Actor } from '@galley/kernel';
import { nthWord } from '@galley/testing';
import type { DocumentPage, DocumentQuery } from '@galley/content';

/** List query and its user; default: a user who may read everything. */
export interface ListQuery {
  readonly query: Partial<DocumentQuery>;
  readonly actor?: Actor;
}

const author: Actor = {
  ...systemActor,
  username: 'author-7',
  grants: new Set(['documents.read.own']),
};

const pageSize = 50;

export async function listQueries(
  count: number,
  list: (query: Partial<DocumentQuery>) => Promise<DocumentPage>,
): Promise<Record<string, ListQuery>> {
  const half = Math.floor(count / 2);
  const behind = async (query: Partial<DocumentQuery>, rows: number): Promise<ListQuery> => ({
    query: { ...query, cursor: (await list({ ...query, pageSize: rows })).nextCursor! },
  });
  const spanishPosts = { type: 'post', lang: 'es', status: 'published' } as const;
  const english = { type: 'post', lang: 'en', sort: 'date', order: 'asc' } as const;
  return {
    'first page': { query: {} },
    'first page by title': { query: { sort: 'title' } },
    'first page by date, oldest first': { query: { sort: 'date', order: 'asc' } },
    'in the middle, by cursor': await behind({}, half),
    ...byPageNumber('in the middle, by number', { page: half / pageSize }),
    ...byPageNumber('in the middle by title, by number', { sort: 'title', page: half / pageSize }),
    ...byPageNumber('last page, by number', { page: count / pageSize }),
    drafts: { query: { status: 'draft' } },
    'published, by title': { query: { status: 'published', sort: 'title' } },
    'published, by title, in the middle, by cursor': await behind(
      { status: 'published', sort: 'title' },
      Math.floor(half / 2),
    ),
    ...byPageNumber('published, in the middle, by number', {
      status: 'published',
      page: half / 2 / pageSize,
    }),
    ...inOrders('Spanish posts in review', { ...spanishPosts, status: 'in_review' }),
    'English posts by date, in the middle, by cursor': await behind(english, Math.floor(half / 2)),
    'a combination that nothing has': { query: { type: 'page', lang: 'es', status: 'archived' } },
    'of one of 300 authors': { query: { author: 'author-7' } },
    'of an author, published': { query: { author: 'author-7', status: 'published' } },
    'of an assignee, by date': { query: { assignee: 'author-0', sort: 'date' } },
    'of a reviewer': { query: { reviewer: 'author-0' } },
    'an author’s own': { query: {}, actor: author },
    'an author’s own, published, by title': {
      query: { status: 'published', sort: 'title' },
      actor: author,
    },
  };
}

export async function searchQueries(
  count: number,
  list: (query: Partial<DocumentQuery>) => Promise<DocumentPage>,
): Promise<Record<string, ListQuery>> {
  const q = (...words: number[]): string => `${words.map(nthWord).join(' ')} `;
  const everywhere = { q: q(1) };
  const { nextCursor } = await list({ ...everywhere, pageSize: 1_000 });
  return {
    'a rare word': { query: { q: q(4000) } },
    'a word in one document of thirty': { query: { q: q(1000) } },
    'a word in one of ten': { query: { q: q(300) } },
    'a word in one of ten, by title': { query: { q: q(300), sort: 'title' } },
    'a word in all': { query: everywhere },
    'a word in all, by date': { query: { ...everywhere, sort: 'date' } },
    'a word in all, on page 21 by cursor': { query: { ...everywhere, cursor: nextCursor! } },
    ...byPageNumber('a word in all, in the middle, by number', {
      ...everywhere,
      page: count / 2 / pageSize,
    }),
    'a word in all, published': { query: { ...everywhere, status: 'published' } },
    'a word in all, in review': { query: { ...everywhere, status: 'in_review' } },
    'a word in all, Spanish': { query: { ...everywhere, lang: 'es' } },
    'a word in one of ten, published': { query: { q: q(300), status: 'published' } },
    'a word in one of ten, of an assignee': { query: { q: q(300), assignee: 'author-0' } },
    'a word in all, an author’s own': { query: everywhere, actor: author },
    'a word in one of ten, an author’s own': { query: { q: q(300) }, actor: author },
    'the beginning of a word': { query: { q: nthWord(123) } },
    'the beginning of a word, published': { query: { q: nthWord(123), status: 'published' } },
    'one letter, with which one word in ten begins': { query: { q: 'b' } },
    'two words of which one is frequent': { query: { q: q(10, 2000) } },
    'three frequent words': { query: { q: q(1, 2, 3) } },
    'one of two frequent words': { query: { q: `${nthWord(10)} or ${nthWord(30)} ` } },
    'a frequent word without another': { query: { q: `${nthWord(30)} -${nthWord(300)} ` } },
    'nothing but without a word': { query: { q: `-${nthWord(4000)} ` } },
    'two rare words in quotes': { query: { q: `"${nthWord(1000)} ${nthWord(2000)}"` } },
    'two frequent words in quotes': { query: { q: `"${nthWord(10)} ${nthWord(30)}"` } },
  };
}

function inOrders(name: string, query: Partial<DocumentQuery>): Record<string, ListQuery> {
  const orders = (['title', 'date'] as const).flatMap((sort) =>
    (['asc', 'desc'] as const).map((order) => [
      `${name}, by ${sort} ${order}`,
      { query: { ...query, sort, order } },
    ]),
  );
  return Object.fromEntries(orders) as Record<string, ListQuery>;
}

function byPageNumber(name: string, query: Partial<DocumentQuery>): Record<string, ListQuery> {
  const page = Math.max(1, Math.floor(query.page!));
  return { [`${name} (page ${page})`]: { query: { ...query, page } } };
}
