import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, TestServer, type Answer } from '../fixtures.ts';
import { EditorClient } from '../people.fixtures.ts';

let server: TestServer;
let ada: EditorClient;
let maria: EditorClient;

beforeAll(async () => {
  server = await TestServer.start({
    files: {
      'content/config/site.yaml': 'languages:\n  es: {}\n',
      'content/posts/press.md':
        '---\ntitle: The <i>iron</i> press\nauthor: maria\n---\nIt was running.\n',
      'content/posts/hall.md':
        '---\ntitle: A hall\nsummary: With a press.\n---\nOf stone & iron.\n',
      'content/posts/es/prensa.md': '---\ntitle: La prensa\nauthor: maria\n---\nCanciones.\n',
      'content/posts/broken.md': '---\ntitle: [iron\n---\n',
      'content/pages/press-office.md': '---\ntitle: Office\n---\n',
    },
  });
  ada = new EditorClient(await server.signedIn());
  maria = new EditorClient(await server.signedInAs({ username: 'maria', role: 'author' }));
});

afterAll(() => server[Symbol.asyncDispose]());

async function pathsFor(query: Record<string, string>, desk = ada): Promise<string[]> {
  return (await desk.list(query)).items.map(({ path }) => path);
}

const ask = (query: Record<string, string>): Promise<Answer> =>
  ada.client.get(`/__admin/api/documents?${new URLSearchParams(query).toString()}`);

describe('the list of documents (GAP-DOC-6)', () => {
  test('is searched by q, best match first, with highlights', async () => {
    const { items, total, has_more, next_cursor } = await ada.list({ q: 'pres', type: 'post' });
    expect({ total, has_more, next_cursor }).toEqual({
      total: 2,
      has_more: false,
      next_cursor: null,
    });
    expect(items).toMatchObject([
      {
        path: 'posts/press.md',
        highlight: {
          title: 'The &lt;i&gt;iron&lt;/i&gt; <mark>press</mark>',
          summary: null,
          body: null,
        },
      },
      {
        path: 'posts/hall.md',
        highlight: { title: 'A hall', summary: 'With a <mark>press</mark>.', body: null },
      },
    ]);
    const [iron] = (await ada.list({ q: 'stone' })).items;
    expect(iron!['highlight']).toMatchObject({ body: 'Of <mark>stone</mark> &amp; iron.' });
  });

  test('combines search with filters and sorting', async () => {
    expect(await pathsFor({ q: 'press', sort: 'path' })).toEqual([
      'pages/press-office.md',
      'posts/hall.md',
      'posts/press.md',
    ]);
    expect(await pathsFor({ q: 'cancion', lang: 'es' })).toEqual(['posts/es/prensa.md']);
    expect(await pathsFor({ q: 'press', author: 'maria' })).toEqual(['posts/press.md']);
    expect(await pathsFor({ q: 'broken iron' })).toEqual(['posts/broken.md']);
  });

  test('is filtered by term and by days of the date, in the time zone of the site', async () => {
    const dated = [
      ['2026-03-01', ['Ink', 'Wood: type']],
      ['2026-03-02 23:59', ['ink']],
      ['2026-03-03', ['Ink']],
    ] as const;
    for (const [index, [date, tags]] of dated.entries()) {
      const slug = `dated-${index}`;
      await ada.created({ title: slug, slug, content: 'Galena.\n', frontmatter: { date, tags } });
    }
    const found = async (query: Record<string, string>) =>
      (await pathsFor({ ...query, sort: 'path' })).filter((path) => path.includes('dated'));
    const [first, second, third] = [0, 1, 2].map((index) => `posts/dated-${index}.md`);
    expect(await found({ term: 'tags:Ink' })).toEqual([first, third]);
    expect(await found({ term: 'tags:Wood: type' })).toEqual([first]);
    expect(await found({ term: 'categories:Ink' })).toEqual([]);
    expect(await found({ dated_from: '2026-03-02' })).toEqual([second, third]);
    expect(await found({ dated_until: '2026-03-02' })).toEqual([first, second]);
    expect(await found({ dated_from: '2026-03-02', dated_until: '2026-03-02' })).toEqual([second]);
    expect(await found({ q: 'galena', term: 'tags:Ink', dated_from: '2026-03-02' })).toEqual([
      third,
    ]);
    const refused = [
      ['term', 'Ink'],
      ['dated_from', '2026-02-30'],
      ['dated_until', 'soon'],
    ] as const;
    for (const [name, value] of refused)
      expectProblem(await ask({ [name]: value }), 400, 'invalid_request');
  });

  test('shows authors own documents only', async () => {
    expect(await pathsFor({ q: 'iron' }, maria)).toEqual(['posts/press.md']);
    expect(await maria.list({ q: 'hall' })).toMatchObject({ items: [], total: 0 });
  });

  test('finds recently saved documents, and no deleted ones', async () => {
    const { path } = await ada.created({ title: 'Quoins', slug: 'quoins', content: 'Bevelled.\n' });
    expect(await pathsFor({ q: 'bevel' })).toEqual([path]);
    await ada.saved({ path, content: 'Toothed.\n' });
    expect(await pathsFor({ q: 'bevelled' })).toEqual([]);
    expect(await pathsFor({ q: 'toothed' })).toEqual([path]);
    const deleted = await ada.client.post('/__admin/api/documents/delete', { path });
    expect(deleted.status).toBe(200);
    expect(await ada.list({ q: 'toothed' })).toMatchObject({ items: [], total: 0 });
    expect(await ada.list({ q: 'quoins' })).toMatchObject({ items: [], total: 0 });
  });

  test('follows next_cursor page by page to the end (CMS-DOC-1, CMS-LIM-3)', async () => {
    const whole = await pathsFor({ sort: 'title' });
    const query = { sort: 'title', limit: '2' };
    const followed: string[] = [];
    let [cursor, pages] = ['', 0];
    do {
      const answer = await ada.list(cursor ? { ...query, cursor } : query);
      pages += 1;
      expect(answer).toMatchObject({ page: pages, page_size: 2, total: whole.length });
      expect(answer.has_more).toBe(answer.next_cursor !== null);
      followed.push(...answer.items.map(({ path }) => path));
      cursor = answer.next_cursor ?? '';
    } while (cursor);
    expect(followed).toEqual(whole);
    expect(pages).toBe(Math.ceil(whole.length / 2));
  });

  test('says that its total is exact', async () => {
    const { total } = await ada.list({});
    const exact = await ada.list({ limit: '2', total: 'exact' });
    expect(exact).toMatchObject({ total, total_is_estimate: false });
  });

  test.each([
    [{ q: 'x'.repeat(501) }, 'q'],
    [{ q: 'a\0b' }, 'q'],
    [{ cursor: 'nonsense' }, 'cursor'],
    [{ cursor: 'a\0b' }, 'cursor'],
    [{ cursor: '' }, 'cursor'],
    [{ sort: 'relevance' }, 'sort'],
    [{ sort: 'id' }, 'sort'],
    [{ order: 'sideways' }, 'order'],
    [{ total: 'estimated' }, 'total'],
  ])('refuses %j', async (query, path) => {
    const problem = expectProblem(await ask(query), 400, 'invalid_request');
    expect(problem.errors).toMatchObject([{ path }]);
  });

  test('refuses a page number with a cursor, and a cursor of another sort order', async () => {
    const { next_cursor: cursor } = await ada.list({ sort: 'title', limit: '2' });
    expectProblem(await ask({ cursor: cursor!, page: '2' }), 400, 'invalid_request');
    expectProblem(await ask({ cursor: cursor!, sort: 'date' }), 400, 'invalid_request');
  });

  test.each([
    '"',
    "' or 1=1 --",
    '\\',
    ':*&|!<->()',
    '%',
    '<mark>',
    '-',
    'or',
    '½',
    'y'.repeat(500),
  ])('accepts %j literally', async (q) => {
    const { items, total } = await ada.list({ q });
    expect(items).toHaveLength(total);
  });
});

describe('documents to link to', () => {
  test('are published, also those of others, with their public title', async () => {
    const { path } = await ada.created({ title: 'Vellum, 100% rag' });
    const targets = async (q: string) => {
      const query = new URLSearchParams({ q }).toString();
      const answer = await maria.client.get(`/__admin/api/documents/link-targets?${query}`);
      expect(answer.status).toBe(200);
      return answer.json<{ path: string; title: string; url: string }[]>();
    };
    expect(await targets('vellum')).toEqual([]);
    const published = await ada.client.post('/__admin/api/documents/status', {
      path,
      status: 'published',
    });
    expect(published.status).toBe(200);
    const frontmatter = { title: 'Secret vellum', workflow: 'draft' };
    await ada.saved({ path, content: 'Text.\n', frontmatter });
    const found = { path, title: 'Vellum, 100% rag', url: '/posts/vellum-100-rag/' };
    expect(await targets('RAG vell')).toEqual([found]);
    expect(await targets('100%')).toEqual([found]);
    expect(await targets('1%0')).toEqual([]);
    expect(await targets('secret')).toEqual([]);
    expect(await targets('')).toContainEqual(found);
  });
});
