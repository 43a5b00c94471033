import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, TestServer } from '../fixtures.ts';
import { AdminClient, EditorClient } from '../people.fixtures.ts';

interface Term {
  readonly name: string;
  readonly slug: string;
  readonly spellings: readonly string[];
  readonly documents: number;
  readonly published: number;
  readonly pages: readonly { readonly url: string }[];
  readonly descriptions: readonly { readonly path: string; readonly is_public: boolean }[];
}

interface Terms {
  readonly terms: readonly Term[];
  readonly total: number;
  readonly taxonomies: readonly { readonly name: string }[];
  readonly described_by: unknown;
}

const file = (title: string, rest: string) => `---\ntitle: ${title}\n${rest}---\nText.\n`;

let server: TestServer;
let edith: AdminClient;
let wim: AdminClient;

beforeAll(async () => {
  server = await TestServer.start({
    files: {
      'content/config/site.yaml': '# ours\ntitle: The Paper\nlanguages: { es: {} }\n',
      'content/posts/one.md': file('One', 'tags: [Ink, Wood type]\nworkflow: published\n'),
      'content/posts/two.md': file('Two', 'tags: [ink, "!!"]\nworkflow: draft\n'),
      'content/posts/es/uno.md': file('Uno', 'tags: [Ink]\nworkflow: published\n'),
      'content/posts/three.md': file(
        'Three',
        'tags: [Ink, Paint]\ncategories: [News]\nauthor: wim\nworkflow: draft\n',
      ),
      'content/pages/tags/ink.md': file(
        'About ink',
        'image: /media/ink.jpg\nworkflow: published\n',
      ),
    },
  });
  const person = async (username: string, role: string) =>
    new AdminClient(await server.signedInAs({ username, role }));
  edith = await person('edith', 'editor');
  wim = await person('wim', 'author');
});

afterAll(() => server[Symbol.asyncDispose]());

const list = (of: AdminClient, query = '') => of.getJson<Terms>(`/terms${query}`);
const named = (name: string, { terms }: Terms) => terms.find((term) => term.name === name);

describe('the terms of a taxonomy', () => {
  test('are listed with their counts, pages and descriptions', async () => {
    const found = await list(edith);
    expect(found.taxonomies.map(({ name }) => name)).toEqual(['tags', 'categories']);
    expect(found.terms.map(({ name, documents }) => [name, documents])).toEqual([
      ['Ink', 4],
      ['!!', 1],
      ['Paint', 1],
      ['Wood type', 1],
    ]);
    expect(named('Ink', found)).toMatchObject({
      slug: 'ink',
      spellings: ['Ink', 'ink'],
      published: 2,
      pages: [
        { lang: 'en', url: '/tags/ink/' },
        { lang: 'es', url: '/es/tags/ink/' },
      ],
      descriptions: [
        {
          path: 'pages/tags/ink.md',
          title: 'About ink',
          image: '/media/ink.jpg',
          status: 'published',
          is_public: true,
        },
      ],
    });
    expect(named('!!', found)).toMatchObject({ slug: '', pages: [], descriptions: [] });
    expect(found.described_by).toEqual({ type: 'page', folder: 'tags' });
  });

  test('are found by a part of their name, and in other taxonomies', async () => {
    expect((await list(edith, '?q=WOOD')).terms.map(({ slug }) => slug)).toEqual(['wood-type']);
    expect((await list(edith, '?taxonomy=categories')).terms).toMatchObject([{ name: 'News' }]);
    expectProblem(await edith.client.get('/__admin/api/terms?taxonomy=x'), 422, 'invalid_fields');
  });

  test('are counted in documents that the caller can read', async () => {
    const found = await list(wim);
    expect(named('Ink', found)).toMatchObject({ documents: 1, published: 2 });
    expect(named('!!', found)).toBeUndefined();
  });
});

test('a term is renamed in its place, in documents that have it', async () => {
  const paths = ['posts/two.md', 'posts/three.md', 'pages/tags/ink.md'];
  const rename = { from: ['Ink', 'ink'], to: 'Colour' };
  const report = await edith.postJson<{ succeeded: number }>('/documents/bulk/terms', {
    paths,
    rename,
  });
  expect(report.succeeded).toBe(3);
  const desk = new EditorClient(edith.client);
  const raw = async (path: string) => (await desk.detail(path)).raw;
  expect(await raw('posts/two.md')).toContain('tags: [Colour, "!!"]');
  expect(await raw('posts/three.md')).toContain('tags: [Colour, Paint]');
  expect(await raw('pages/tags/ink.md')).not.toContain('tags');
});

test('a document is created in a folder below that of its type', async () => {
  const desk = new EditorClient(edith.client);
  const made = await desk.created({ type: 'page', folder: 'tags', title: 'Paint' });
  expect(made).toMatchObject({ path: 'pages/tags/paint.md', url: '/tags/paint/' });
  const up = await desk.create({ type: 'page', folder: '../posts', title: 'Paint' });
  expectProblem(up, 400, 'invalid_path');
});

describe('the pages of renamed terms', () => {
  const settings = () => server.read('content/config/site.yaml');
  const location = async (path: string) => {
    const { status, headers } = await server.visitor().get(path);
    return [status, headers.get('location')];
  };

  test('redirect once no public document has the term, in every language', async () => {
    const body = { from: ['wood-type', 'ink'], to: 'colour' };
    await edith.postJson('/terms/redirect', body);
    expect(await settings()).toMatch(/^# ours\ntitle: The Paper\n/);
    expect(await location('/tags/wood-type/')).toEqual([200, null]);
    await edith.postJson('/documents/bulk/terms', {
      paths: ['posts/one.md'],
      rename: { from: ['Wood type'], to: 'Colour' },
    });
    expect(await location('/tags/wood-type/')).toEqual([200, null]);
    await edith.postJson('/documents/status', { path: 'posts/one.md', status: 'published' });
    await expect.poll(() => location('/tags/wood-type/')).toEqual([301, '/tags/colour/']);
    expect((await list(edith, '?taxonomy=categories')).total).toBe(1);
  });

  test('redirect no more when the term is used again, or by request', async () => {
    await edith.postJson('/terms/redirect', { from: ['ink'], to: null });
    await edith.postJson('/terms/redirect', { from: ['colour'], to: 'wood-type' });
    expect(await settings()).toContain('colour: wood-type');
    expect(await settings()).not.toContain('wood-type: colour');
  });

  test('are for people who may publish', async () => {
    const body = { from: ['a'], to: 'b' };
    expectProblem(await wim.attempt('/terms/redirect', body), 403, 'forbidden');
    const odd = { taxonomy: 'constructor', ...body };
    expectProblem(await edith.attempt('/terms/redirect', odd), 422, 'invalid_fields');
    for (const from of ['A b', '../x', ''])
      expectProblem(
        await edith.attempt('/terms/redirect', { from: [from], to: 'b' }),
        400,
        'invalid_request',
      );
  });
});
