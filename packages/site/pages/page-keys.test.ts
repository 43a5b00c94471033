import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentFile, SiteHarness } from '../fixtures.ts';

let kiosk: SiteHarness;

beforeAll(async () => {
  kiosk = await SiteHarness.open(
    'title: The Paper\nurl: https://paper.example\nlanguages: { es: {} }\n',
  );
  await kiosk.print({
    'posts/one.md': documentFile({
      title: 'One',
      author: 'ruth',
      authors: ['Ada <Lovelace>', 'Bo', 'Ada <Lovelace>', '', 3],
      seo_title: 'All about one',
      seo_description: 'For search engines.',
      summary: 'For readers.',
    }),
    'posts/es/one.md': documentFile({ title: 'Uno', authors: ['Ada', 'Bo', 'Cy'] }),
    'posts/single.md': documentFile({ title: 'Single', authors: 'Cy' }),
    'posts/copy.md': documentFile({ title: 'Copy', canonical: 'https://other.example/first' }),
    'posts/same.md': documentFile({ title: 'Same', canonical: '/posts/same/' }),
    'posts/near.md': documentFile({ title: 'Near', canonical: '/posts/one/' }),
    'posts/odd.md': documentFile({
      title: 'Odd',
      canonical: 'javascript:alert(1)',
      seo_title: ['No'],
    }),
  });
});
afterAll(() => kiosk[Symbol.asyncDispose]());

describe('ADD-KEY-2: authors', () => {
  test('are the byline, in order and in the language of the page', async () => {
    expect(await kiosk.read('/posts/one/')).toContain('By Ada &lt;Lovelace&gt; and Bo<');
    expect(await kiosk.read('/es/posts/one/')).toContain('Por Ada, Bo y Cy<');
    expect(await kiosk.read('/posts/single/')).toContain('By Cy<');
  });

  test('are each a person in metadata and feeds, and the owner is not', async () => {
    const html = await kiosk.read('/posts/one/');
    expect(html).toContain('<meta name="author" content="Ada &lt;Lovelace&gt; and Bo">');
    expect(html).toContain('{"@type":"Person","name":"Bo"}]');
    expect(html).not.toContain('ruth');
    const atom = await kiosk.read('/feed.xml');
    expect(atom.replace(/\n/g, '')).toContain(
      '<author><name>Ada &lt;Lovelace&gt;</name></author><author><name>Bo</name></author>',
    );
    const rss = await kiosk.read('/rss.xml');
    expect(rss).toContain('<dc:creator>Bo</dc:creator>');
    const { items } = JSON.parse(await kiosk.read('/feed.json')) as {
      items: { title: string; authors?: object[] }[];
    };
    expect(items.find(({ title }) => title === 'One')!.authors).toEqual([
      { name: 'Ada <Lovelace>' },
      { name: 'Bo' },
    ]);
  });
});

test('ADD-KEY-3: seo_title and seo_description replace title and summary for search engines alone', async () => {
  const html = await kiosk.read('/posts/one/');
  expect(html).toContain('<title>All about one</title>');
  expect(html).toContain('<meta property="og:title" content="All about one">');
  expect(html).toContain('<meta property="og:description" content="For search engines.">');
  expect(html).toContain('For readers.');
  expect(html).toMatch(/<h1[^>]*>\s*One/);
  expect(await kiosk.read('/posts/odd/')).toContain('<title>Odd – The Paper</title>');
});

test('ADD-KEY-4: canonical names the original, and the sitemap omits the copy', async () => {
  const canonicalOf = async (path: string) =>
    /<link rel="canonical" href="([^"]*)">/.exec(await kiosk.read(path))?.[1];
  expect(await canonicalOf('/posts/copy/')).toBe('https://other.example/first');
  expect(await canonicalOf('/posts/near/')).toBe('https://paper.example/posts/one/');
  expect(await canonicalOf('/posts/odd/')).toBe('https://paper.example/posts/odd/');
  const sitemap = await kiosk.read('/sitemap.xml');
  for (const name of ['copy', 'near']) expect(sitemap).not.toContain(`/posts/${name}/`);
  for (const name of ['one', 'same', 'odd']) expect(sitemap).toContain(`/posts/${name}/`);
  expect(await kiosk.read('/feed.xml')).toContain('/posts/copy/');
});

test('ADD-KEY-1: a custom field of the same name disables a key for the site', async () => {
  await using own = await SiteHarness.open('title: The Paper\n');
  const { customFields } = own.settings;
  const field = { ...emptyField, name: 'authors', type: 'text' } as const;
  own.settings = { ...own.settings, customFields: { ...customFields, types: { page: [field] } } };
  await own.print({
    'posts/one.md': documentFile({ title: 'One', author: 'Ruth', authors: ['Bo'], seo_title: 'S' }),
  });
  const html = await own.read('/posts/one/');
  expect(html).toContain('By Ruth<');
  expect(html).toContain('<title>S</title>');
});

const emptyField = {
  label: '',
  group: '',
  show: false,
  required: false,
  default: undefined,
  help: '',
  options: [],
  multiple: false,
  min: undefined,
  max: undefined,
  whole: false,
  to: [],
  format: '',
  input: undefined,
  fields: [],
} as const;
