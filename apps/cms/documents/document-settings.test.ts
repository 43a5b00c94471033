import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, TestServer, type Client } from '../fixtures.ts';
import { EditorClient } from '../people.fixtures.ts';

const api = '/__admin/api';
let server: TestServer;
let ada: EditorClient;
let maria: Client;

beforeAll(async () => {
  server = await TestServer.start({
    files: {
      'content/config/site.yaml':
        'title: The Paper\nurl: https://paper.example\ntime_zone: Europe/Berlin\nlanguages: { es: { title: El Papel } }\n' +
        'content: { types: { post: {}, page: {}, note: { folder: notes, permalink: "/:year/:slug/" } } }\n',
      'content/config/custom-fields.yaml':
        'types: { post: [{ name: price, type: number, group: Shop }] }\n',
      'content/posts/ink.md': '---\ntitle: Ink\ntags: [Ink, Soot]\nauthor: maria\n---\nBlack.\n',
      'content/posts/paper.md': '---\ntitle: Paper\ntags: [Ink, ink]\n---\nWhite.\n',
      'content/posts/secret.md':
        '---\ntitle: Secret\nslug: hidden\ntags: [Embargo]\nauthor: ada\nworkflow: draft\n---\n',
      'content/posts/es/ink.md': '---\ntitle: Tinta\nauthor: ada\nworkflow: draft\n---\n',
      'content/notes/one.md': '---\ntitle: One\ndate: 2026-01-01\n---\n',
    },
  });
  ada = new EditorClient(await server.signedIn());
  maria = await server.signedInAs({ username: 'maria', role: 'author' });
});
afterAll(() => server[Symbol.asyncDispose]());

async function ask<Answer>(
  path: string,
  query: Record<string, string>,
  client = ada.client,
): Promise<Answer> {
  const answer = await client.get(`${api}/${path}?${new URLSearchParams(query).toString()}`);
  expect(answer.status).toBe(200);
  return answer.json<Answer>();
}

const address = (query: Record<string, string>, client?: Client) =>
  ask<Record<string, unknown>>('documents/address', query, client);

describe('ADD-DOC-1: the address of a document', () => {
  test('follows slug, file name and date', async () => {
    const found = { public_url: '/posts/ink/', is_taken: false, taken_by: null };
    const path = 'posts/ink.md';
    expect(await address({ path })).toEqual({ ...found, url: '/posts/ink/' });
    expect(await address({ path, slug: 'Öl' })).toEqual({ ...found, url: '/posts/%C3%96l/' });
    expect(await address({ path, slug: 'a/b' })).toEqual({ ...found, url: '/posts/ink/' });
    const note = 'notes/one.md';
    expect(await address({ path: note, date: '2026-01-01 00:30' })).toMatchObject({
      url: '/2026/one/',
    });
    // In the time zone of the site, the year has begun.
    expect(await address({ path: note, date: '2027-12-31T23:30:00Z' })).toMatchObject({
      url: '/2028/one/',
    });
  });

  test('names the document that has it, unless the caller may not read that one', async () => {
    const query = { path: 'posts/ink.md', slug: 'hidden' };
    expect(await address(query)).toMatchObject({
      is_taken: true,
      taken_by: { path: 'posts/secret.md', title: 'Secret' },
    });
    expect(await address(query, maria)).toMatchObject({ is_taken: true, taken_by: null });
    expectProblem(
      await maria.get(`${api}/documents/address?path=posts/secret.md`),
      404,
      'not_found',
    );
  });

  test('redirects from the former one after publication', async () => {
    const { path } = await ada.created({ title: 'Vellum' });
    const status = (state: string) =>
      ada.client.post(`${api}/documents/status`, { path, status: state });
    await status('published');
    await ada.saved({ path, content: 'x\n', frontmatter: { title: 'Vellum', slug: 'skin' } });
    expect(await address({ path, slug: 'skin' })).toMatchObject({
      url: '/posts/skin/',
      public_url: '/posts/vellum/',
    });
    await status('published');
    const moved = await server.visitor().get('/posts/vellum/');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/posts/skin/']);
  });
});

test('ADD-DOC-2: translations are those that the caller may read', async () => {
  const found = await ask<unknown[]>('documents/translations', { path: 'posts/ink.md' });
  expect(found).toEqual([
    { lang: 'en', path: 'posts/ink.md', title: 'Ink', status: 'published' },
    { lang: 'es', path: 'posts/es/ink.md', title: 'Tinta', status: 'draft' },
  ]);
  const own = await ask<unknown[]>('documents/translations', { path: 'posts/ink.md' }, maria);
  expect(own).toMatchObject([{ lang: 'en' }]);
});

test('ADD-DOC-3: writers see the names of everyone for a byline', async () => {
  const { db } = server.database;
  await db.updateTable('users').set({ name: '' }).where('username', '=', 'ada').execute();
  await db.updateTable('users').set({ name: 'María' }).where('username', '=', 'maria').execute();
  await server.addUser({ username: 'otto', role: 'author' });
  const query = { path: 'posts/ink.md', for: 'byline' };
  const people = await ask<{ name: string }[]>('documents/people', query, maria);
  expect(people.map(({ name }) => name)).toEqual(['María', 'otto']);
  const otto = server.visitor();
  await otto.signIn({ username: 'otto', password: 'another long passphrase' });
  expectProblem(
    await otto.get(`${api}/documents/people?path=posts/ink.md&for=byline`),
    404,
    'not_found',
  );
});

test('ADD-DOC-4, ADD-KEY-1: the types name layouts, groups of fields and keys in force', async () => {
  interface Types {
    types: { name: string; fields: { group: string }[] }[];
    layouts: object[];
    site: object;
    page_keys: string[];
  }
  const { types, layouts, site, page_keys: keys } = await ask<Types>('documents/types', {});
  expect(types.find(({ name }) => name === 'post')!.fields).toMatchObject([{ group: 'Shop' }]);
  expect(layouts).toEqual([
    { name: 'home', types: [] },
    { name: 'page', types: ['page'] },
    { name: 'post', types: ['post'] },
  ]);
  expect(site).toEqual({
    url: 'https://paper.example',
    titles: { en: 'The Paper', es: 'El Papel' },
    title_separator: '–',
    image: null,
  });
  expect(keys).toEqual(['authors', 'seo_title', 'seo_description', 'canonical']);
});

test('ADD-KEY-2: the byline of an owner is the display name, and follows it', async () => {
  const { db } = server.database;
  const rename = (name: string) =>
    db.updateTable('users').set({ name }).where('username', '=', 'maria').execute();
  const page = async () => (await server.visitor().get('/posts/ink/')).text;
  await rename('María Ink');
  await expect.poll(page).toContain('By María Ink<');
  expect(await page()).not.toContain('maria');
  await rename('');
  await expect.poll(page).not.toContain('class="byline"');
  expect(await page()).not.toContain('maria');
});

const fieldValues: readonly (readonly [string, unknown])[] = [
  ['summary', 'Soot: oil #1'],
  ['slug', 'soot'],
  ['date', '2026-01-02 09:30'],
  ['layout', 'page'],
  ['image', 'media/press.jpg'],
  ['image_alt', 'A "press"'],
  ['categories', ['Craft', 'Ink & Paper']],
  ['authors', ['Ada', 'Bo']],
  ['seo_title', 'All: ink'],
  ['seo_description', 'Everything'],
  ['canonical', 'https://paper.example/first/'],
  ['noindex', true],
  ['fields', { price: 12 }],
];

test.each(fieldValues)(
  'GAP-DOC-4: setting and unsetting %s leaves the rest of the file as it is',
  async (key, value) => {
    const before = `---\r\n# Agreed.\r\ntitle:   "Ink"  # short\r\nodd: {a: 1,  b: [x,y]}\r\nworkflow: draft\r\n---\r\n\r\nBlack  ink.\r\n`;
    const path = `posts/bytes-${key.replaceAll('_', '-')}.md`;
    await server.write(`content/${path}`, before);
    await expect.poll(async () => (await ada.open(path)).status).toBe(200);
    const body = { path, content: '\r\nBlack  ink.\r\n' };
    const frontmatter = { title: 'Ink', odd: { a: 1, b: ['x', 'y'] } };
    await ada.saved({ ...body, frontmatter: { ...frontmatter, [key]: value } });
    const set = await server.read(`content/${path}`);
    expect(set).toContain(`${key}:`);
    expect(
      set.startsWith('---\r\n# Agreed.\r\ntitle:   "Ink"  # short\r\nodd: {a: 1,  b: [x,y]}\r\n'),
    ).toBe(true);
    await ada.saved({ ...body, frontmatter });
    const unset = await server.read(`content/${path}`);
    expect(unset.replace(/^(?:last_editor|updated_at|created_at|author): .*\r\n/gm, '')).toBe(
      before,
    );
  },
);
