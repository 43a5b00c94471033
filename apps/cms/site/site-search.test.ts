import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestServer, type Client } from '../fixtures.ts';

let server: TestServer;
let visitor: Client;

const post = (lines: string, body: string) => `---\n${lines}\n---\n${body}\n`;

beforeAll(async () => {
  const posts = Array.from({ length: 12 }, (_, at) => [
    `content/posts/many/${at}.md`,
    post(`title: Proof ${at}\ndate: 2026-01-01`, 'A galley of **type** & "lead".'),
  ]);
  server = await TestServer.start({
    files: {
      'content/config/site.yaml': 'title: The Quoin\nlanguages: { es: {} }\n',
      'content/posts/ink.md': post('title: Ink\ndate: 2026-02-01', 'Black _ink_, <b>ground</b>.'),
      'content/posts/es/tinta.md': post('title: Tinta', 'Negra.'),
      'content/posts/draft.md': post('title: Draft ink\nworkflow: draft', 'Secret ink.'),
      'content/pages/quiet.md': post('title: Quiet ink\nnoindex: true', 'Quiet.'),
      ...(Object.fromEntries(posts) as Record<string, string>),
    },
  });
  visitor = server.visitor();
});

afterAll(() => server[Symbol.asyncDispose]());

const pageFor = async (address: string) => (await visitor.get(address)).text;

describe('ADD-INT-4: the search page of the live site', () => {
  test('lists public documents with marked excerpts, without a script', async () => {
    const page = await pageFor('/search/?q=ink');
    expect(page).toContain('value="ink"');
    expect(page).toContain('1 page found');
    expect(page).toContain('<a href="/posts/ink/"><mark>Ink</mark></a>');
    expect(page).toContain('Black <mark>ink</mark>, ground.');
    expect(page).not.toMatch(/Secret|Quiet|<script/);
  });

  test('is in the language of the page, and tells when it finds nothing', async () => {
    expect(await pageFor('/es/search/?q=negras')).toContain('href="/es/posts/tinta/"');
    expect(await pageFor('/search/?q=negras')).toContain('Nothing was found.');
  });

  test('pages through what it finds', async () => {
    const first = await pageFor('/search/?q=galley%20type');
    expect(first).toContain('12 pages found');
    expect(first).toContain('href="/search/?q=galley+type&amp;page=2"');
    expect(await pageFor('/search/?q=galley+type&page=2')).toContain('start="11"');
    expect((await visitor.get('/search/?q=galley+type&page=3')).status).toBe(404);
    expect((await visitor.get('/search/?q=galley+type&page=x')).status).toBe(404);
  });

  test('escapes the query', async () => {
    const page = await pageFor(`/search/?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(page).not.toContain('<script>alert');
  });

  test('shows the empty form without a query, also after searches', async () => {
    const page = await pageFor('/search/');
    expect(page).toContain('name="q" value=""');
    expect(page).not.toContain('<ol class="search-results"');
  });
});

describe('ADD-INT-5: q of /collections', () => {
  const collection = async (query: string) => {
    const answer = await visitor.get(`/__platform/api/collections?${query}`);
    return { status: answer.status, ...answer.json<{ total: number; items: object[] }>() };
  };

  test('finds public documents with highlights', async () => {
    expect(await collection('q=black+ink&lang=en')).toMatchObject({
      total: 1,
      items: [
        {
          path: 'posts/ink.md',
          highlight: {
            title: '<mark>Ink</mark>',
            body: '<mark>Black</mark> <mark>ink</mark>, ground.',
          },
        },
      ],
    });
    expect(await collection('q=secret')).toMatchObject({ total: 0, items: [] });
  });

  test('combines with the other filters, and refuses an empty or a long one', async () => {
    expect(await collection('q=galley&type=page')).toMatchObject({ total: 0 });
    expect(await collection('q=galley&page_size=5&page=3')).toMatchObject({ total: 12 });
    expect((await collection('q=')).status).toBe(400);
    expect((await collection(`q=${'a'.repeat(201)}`)).status).toBe(400);
  });
});

test('ADD-INT-4: too many searches are refused with a page', async () => {
  await using limited = await TestServer.start({
    config: { limits: { public_requests_per_minute: 2 } },
  });
  const client = limited.visitor();
  for (const expected of [200, 200, 429])
    expect((await client.get('/search/?q=ink')).status).toBe(expected);
  const refused = await client.get('/search/?q=ink');
  expect(refused.text).toContain('Too many requests.');
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await client.get('/search/')).status).toBe(200);
});
