import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentFile, SiteHarness } from '../fixtures.ts';

let kiosk: SiteHarness;

beforeAll(async () => {
  kiosk = await SiteHarness.open('languages: { es: {} }\ntime_zone: Europe/Madrid');
  await kiosk.print({
    'pages/about.md': documentFile({ title: 'About' }, '## Us\n\nWho *we* are.\n\nMore.'),
    'pages/quiet.md': documentFile({ title: 'Quiet', noindex: true }),
    'pages/404.md': documentFile({ title: 'Lost' }),
    'posts/café.md': documentFile(
      {
        title: 'Café',
        date: '2026-01-31',
        tags: ['Ink', 'ink'],
        categories: ['Craft'],
        summary: 'Short.',
      },
      'Long.',
    ),
    'posts/es/uno.md': documentFile({ title: 'Uno', date: '2026-01-01' }, 'Texto.'),
    'posts/hidden.md': documentFile({ title: 'Hidden', draft: true }),
  });
});
afterAll(() => kiosk[Symbol.asyncDispose]());

const json = async (address: string, from = kiosk) =>
  JSON.parse(await from.read(address)) as Record<string, unknown>;

describe('the search index', () => {
  test('names the parts of a language, and how its types are called', async () => {
    const { headers } = await kiosk.get('/search/en/index.json');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(await json('/search/en/index.json')).toEqual({
      version: 1,
      lang: 'en',
      total: 4,
      types: { page: 'Pages', post: 'Posts' },
      full_text: '/search/en/words.json',
      parts: ['/search/en/1.json'],
    });
    expect(await json('/search/es/index.json')).toMatchObject({
      types: { page: 'Páginas', post: 'Artículos' },
    });
  });

  test('has what is public of each document, in the order of paths, and nothing that is hidden', async () => {
    expect(await json('/search/en/1.json')).toEqual({
      documents: [
        {
          title: 'About',
          url: '/about/',
          summary: 'Who we are.',
          terms: [],
          date: '2026-06-01',
          type: 'page',
        },
        {
          title: 'Café',
          url: '/posts/caf%C3%A9/',
          summary: 'Short.',
          terms: ['Ink', 'ink', 'Craft'],
          date: '2026-01-31',
          type: 'post',
        },
      ],
    });
    expect(await json('/search/es/1.json')).toMatchObject({ documents: [{ title: 'Uno' }] });
  });

  test('has as many parts as it takes', async () => {
    await using large = await SiteHarness.open('{}');
    const file = documentFile({ title: 'T' });
    const names = Array.from(
      { length: 501 },
      (_, index) => `posts/${String(index).padStart(3, '0')}.md`,
    );
    await large.print(Object.fromEntries(names.map((name) => [name, file])));
    expect((await json('/search/en/index.json', large)).parts).toEqual([
      '/search/en/1.json',
      '/search/en/2.json',
    ]);
    const { documents } = (await json('/search/en/2.json', large)) as {
      documents: { url: string }[];
    };
    expect(documents.map(({ url }) => url)).toEqual(['/posts/500/']);
    expect((await large.get('/search/en/3.json')).status).toBe(404);
  });

  test('of an empty site has no parts', async () => {
    await using empty = await SiteHarness.open('{}');
    expect((await json('/search/en/index.json', empty)).parts).toEqual([]);
    expect((await empty.get('/search/en/1.json')).status).toBe(404);
  });
});

describe('the search page', () => {
  test('says without a script what there is instead, in its language', async () => {
    const html = await kiosk.read('/es/search/');
    expect(html).toContain('data-index="/search/es/index.json"');
    expect(html).toContain('<noscript><p>Para buscar hace falta JavaScript');
    expect(html).toContain('<li><a href="/es/posts/">Artículos</a></li>');
    expect(html).toContain('<li><a href="/es/tags/">Etiquetas</a></li>');
    expect(html).toContain('<meta name="robots" content="noindex">');
  });

  test('can be switched off, and no page leads to it then', async () => {
    await using plain = await SiteHarness.open('search: { enabled: false }');
    expect((await plain.get('/search/')).status).toBe(404);
    expect(await plain.read('/')).not.toContain('/search/');
  });

  test('gives way to a document at its address', async () => {
    await using own = await SiteHarness.open('{}');
    await own.print({ 'pages/search.md': documentFile({ title: 'Own search' }) });
    expect(await own.read('/search/')).toContain('<h1>Own search</h1>');
  });
});
