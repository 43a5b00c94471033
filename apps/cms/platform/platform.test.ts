import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, TestServer, type Answer, type Client } from '../fixtures.ts';
import { EditorClient } from '../people.fixtures.ts';

const base = '/__platform/api';

const inkText = `---
title: Ink
date: 2026-02-01
author: inés
tags: [Wood type, Ink]
fields: { pages: 3 }
colour: black
---
**Black**, and [the press](press.md).
`;

let server: TestServer;
let visitor: Client;

beforeAll(async () => {
  const many = Array.from({ length: 120 }, (_, at) => [
    `content/posts/many/${String(at).padStart(3, '0')}.md`,
    `---\ntitle: Post ${String(at).padStart(3, '0')}\ndate: 2025-01-01\n---\n`,
  ]);
  server = await TestServer.start({
    files: {
      'content/config/site.yaml':
        'title: The Quoin\ndescription: A weekly\nurl: https://quoin.example\nlanguages:\n  es: {}\n',
      'content/posts/ink.md': inkText,
      'content/posts/es/ink.md':
        '---\ntitle: Tinta\ndate: 2026-02-02\ntags: [tinta]\n---\nNegra.\n',
      'content/posts/press.md':
        '---\ntitle: Press\ndate: 2026-01-01\ntags: wood TYPE\n---\nIron.\n',
      'content/posts/draft.md': '---\ntitle: Secret\nworkflow: draft\n---\nSecret.\n',
      'content/posts/old.md': '---\ntitle: Old secret\nworkflow: archived\n---\nSecret.\n',
      'content/posts/broken.md': '---\ntitle: [Secret\n---\nSecret.\n',
      'content/pages/about.md': '---\ncategories: [Us]\n---\nWe.\n',
      ...(Object.fromEntries(many) as Record<string, string>),
    },
  });
  visitor = server.visitor();
});

afterAll(() => server[Symbol.asyncDispose]());

function content(query: Record<string, string>): Promise<Answer> {
  return visitor.get(`${base}/content?${new URLSearchParams(query).toString()}`);
}

type Query = Record<string, string>;

interface Collection {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly total: number;
}

async function collection(query: Record<string, string>): Promise<Collection> {
  const answer = await visitor.get(`${base}/collections?${new URLSearchParams(query).toString()}`);
  expect(answer.status).toBe(200);
  return answer.json();
}

async function paths(query: Record<string, string>): Promise<unknown[]> {
  return (await collection(query)).items.map(({ path }) => path);
}

const inkSummary = {
  id: 'en:post:ink',
  path: 'posts/ink.md',
  type: 'post',
  lang: 'en',
  title: 'Ink',
  slug: 'ink',
  url: '/posts/ink/',
  layout: null,
  summary: null,
  author: 'inés',
  last_editor: null,
  date: '2026-02-01T00:00:00.000Z',
  taxonomies: { tags: ['Wood type', 'Ink'], categories: [] },
  revision: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  published_at: expect.stringMatching(/^20.*Z$/) as string,
};

test('the site returns its name, version and capabilities (CMS-PUB-1, CMS-RES-26, CMS-VER-2, CMS-BASE-3)', async () => {
  expect((await visitor.get(`${base}/site`)).json()).toEqual({
    title: 'The Quoin',
    description: 'A weekly',
    url: 'https://quoin.example',
    language: 'en',
    languages: ['en', 'es'],
    version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    build_time: null,
    fields: {},
  });
});

describe('the content', () => {
  const ink = {
    ...inkSummary,
    html_body: '<p><strong>Black</strong>, and <a href="/posts/press/">the press</a>.</p>\n',
    raw_body: '**Black**, and [the press](press.md).\n',
    fields: { pages: 3 },
    params: { colour: 'black' },
    created_at: null,
    updated_at: null,
  };

  test.each<Query>([
    { path: 'posts/ink.md' },
    { id: 'en:post:ink' },
    { path: 'posts/ink.md', id: 'en:post:ink', type: 'post', lang: 'en' },
  ])('is found by %j (CMS-PUB-2, CMS-RES-12, GAP-DOC-2)', async (query) => {
    expect((await content(query)).json()).toEqual(ink);
  });

  test.each<Query>([
    { path: 'posts/ink.md', id: 'es:post:ink' },
    { path: 'posts/ink.md', type: 'page' },
    { id: 'en:post:ink', lang: 'es' },
    { path: 'posts/ink.md', lang: '' },
    { path: 'posts/nothing.md' },
    { id: 'nothing' },
    { id: '' },
  ])('is not found by mismatched %j (CMS-PUB-2)', async (query) => {
    expectProblem(await content(query), 404, 'not_found');
  });

  test.each<Query>([{}, { type: 'post' }, { lang: 'en' }])(
    'needs a path or an id, which %j lacks',
    async (query) => {
      const { errors } = expectProblem(await content(query), 400, 'invalid_request');
      expect(errors?.map(({ path }) => path)).toEqual(['path']);
    },
  );

  test.each(['draft', 'old', 'broken'])(
    'that is not public is 404: %s (GAP-SET-7)',
    async (name) => {
      expectProblem(await content({ path: `posts/${name}.md` }), 404, 'not_found');
      expectProblem(await content({ id: `en:post:${name}` }), 404, 'not_found');
    },
  );

  test('is the public revision while a draft exists, and is removed when unpublished (GAP-DOC-8)', async () => {
    const desk = new EditorClient(await server.signedIn());
    const path = 'posts/press.md';
    const { html_body } = (await content({ path })).json<{ html_body: string }>();
    const { frontmatter } = await desk.detail(path);
    await desk.saved({ path, content: 'Steel.\n' });
    expect((await content({ path })).json()).toMatchObject({ html_body, raw_body: 'Iron.\n' });
    const publish = { ...frontmatter, workflow: 'published' };
    await desk.saved({ path, content: 'Steel.\n', frontmatter: publish });
    expect((await content({ path })).json()).toMatchObject({ raw_body: 'Steel.\n' });
    const withdraw = { ...frontmatter, workflow: 'draft' };
    await desk.saved({ path, content: 'Steel.\n', frontmatter: withdraw });
    expectProblem(await content({ path }), 404, 'not_found');
    await desk.saved({ path, content: 'Iron.\n', frontmatter: publish });
  });
});

describe('a collection', () => {
  test('lists published documents, newest first, with these fields (CMS-PUB-3, CMS-RES-13, GAP-SET-7)', async () => {
    expect(await collection({ type: 'post', lang: 'en', page_size: '2' })).toEqual({
      items: [inkSummary, expect.objectContaining({ path: 'posts/press.md' })],
      page: 1,
      page_size: 2,
      total: 122,
      has_more: true,
    });
    expect(JSON.stringify(await collection({ page_size: '100' }))).not.toMatch(/secret/i);
  });

  test('has 20 documents a page by default, and at most 100 (GAP-SES-6)', async () => {
    expect((await collection({})).items).toHaveLength(20);
    expect(await collection({ page_size: '1000' })).toMatchObject({
      page_size: 100,
      total: 124,
      has_more: true,
    });
    const last = await collection({ page_size: '1000', page: '2' });
    expect(last).toMatchObject({ page: 2, has_more: false });
    expect(last.items).toHaveLength(24);
    expect(await collection({ page: '999' })).toMatchObject({ items: [], has_more: false });
  });

  test.each([
    [{ taxonomy: 'tags:wood-type' }, ['posts/ink.md', 'posts/press.md']],
    [{ taxonomy: 'tags:Wood type' }, ['posts/ink.md', 'posts/press.md']],
    [{ taxonomy: 'tags' }, ['posts/es/ink.md', 'posts/ink.md', 'posts/press.md']],
    [{ taxonomy: 'tags', lang: 'es' }, ['posts/es/ink.md']],
    [{ taxonomy: 'categories:us' }, ['pages/about.md']],
    [{ taxonomy: 'tags:nothing' }, []],
    [{ taxonomy: 'nothing' }, []],
    [{ taxonomy: 'tags:' }, []],
    [{ taxonomy: '' }, []],
    [{ taxonomy: 'tags:{x\',"}' }, []],
    [{ type: 'page' }, ['pages/about.md']],
    [{ type: 'nothing' }, []],
    [{ lang: 'nothing' }, []],
    [{ sort: 'title', page_size: '2' }, ['pages/about.md', 'posts/ink.md']],
    [{ sort: 'title', order: 'desc', page_size: '1' }, ['posts/es/ink.md']],
    [{ sort: 'path', page_size: '1' }, ['pages/about.md']],
    [{ sort: 'date', order: 'asc', page_size: '1' }, ['posts/many/000.md']],
    [{ order: 'asc', page_size: '1' }, ['posts/many/000.md']],
  ])('of %j (CMS-PUB-3, GAP-SET-7)', async (query, expected) => {
    expect(await paths(query)).toEqual(expected);
  });
});

describe('every response', () => {
  const asked = ['/site', '/content?path=posts/ink.md', '/collections', '/openapi.json'];

  test.each(asked)('of %s allows any origin (GAP-SET-7)', async (path) => {
    const { headers } = await visitor.get(base + path, { origin: 'https://other.example' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-powered-by')).toBeNull();
  });

  test.each(asked)('of %s supports conditional requests (GAP-SET-7)', async (path) => {
    const first = await visitor.get(base + path);
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^"[^"]+"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      // As browsers reload; without it, `fetch` adds `no-cache` to conditional requests.
      const condition = { 'if-none-match': known, 'cache-control': 'max-age=0' };
      const again = await visitor.get(base + path, condition);
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    const changed = await visitor.get(base + path, { 'if-none-match': '"other"' });
    expect([changed.status, changed.text]).toEqual([200, first.text]);
  });

  test.each(asked)('of %s supports HEAD without a body', async (path) => {
    const get = await visitor.get(base + path);
    const head = await visitor.send(base + path, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['content-length', 'content-type', 'etag']) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    }
  });

  test('is the same for a signed-in user, and sets no cookie', async () => {
    const client = await server.signedIn();
    const answer = await client.get(`${base}/content?path=posts/ink.md`);
    expect(answer.text).toBe((await content({ path: 'posts/ink.md' })).text);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expectProblem(await client.get(`${base}/content?path=posts/draft.md`), 404, 'not_found');
  });

  test('that refuses allows any origin, and is not cached', async () => {
    const answer = await content({ path: 'posts/nothing.md' });
    expectProblem(answer, 404, 'not_found');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('the OpenAPI document', () => {
  test('is served for the platform API and for all operations (GAP-SET-7)', async () => {
    const pathsAt = async (address: string): Promise<string[]> => {
      const answer = await visitor.get(address);
      expect(answer.status).toBe(200);
      const document = answer.json<{ openapi: string; paths: object }>();
      expect(document.openapi).toBe('3.1.0');
      return Object.keys(document.paths);
    };
    const open = await pathsAt(`${base}/openapi.json`);
    expect(open).toEqual([`${base}/site`, `${base}/content`, `${base}/collections`]);
    const all = await pathsAt('/__admin/api/openapi.json');
    expect(all).toEqual(expect.arrayContaining([...open, '/__health', '/__admin/api/login']));
  });

  test('contains the configured admin path (CMS-BASE-8, CMS-VER-3, GAP-PROJ-4)', async () => {
    await using elsewhere = await TestServer.start({ config: { admin: { path: 'desk' } } });
    const client = elsewhere.visitor();
    const { paths: found } = (await client.get('/desk/api/openapi.json')).json<{ paths: object }>();
    expect(Object.keys(found)).toContain('/desk/api/login');
    expectProblem(await client.get('/desk/api/session'), 401, 'unauthenticated');
    expect((await client.get('/__admin/api/session')).status).toBe(404);
  });
});
