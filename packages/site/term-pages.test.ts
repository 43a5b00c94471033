import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentFile, SiteHarness } from './fixtures.ts';

let kiosk: SiteHarness;

beforeAll(async () => {
  kiosk = await SiteHarness.open(`
url: https://paper.example
languages: { es: {} }
paging: { page_size: 1 }
taxonomies:
  tags: { renamed: { inks: ink, colour: inks, lost: nowhere, here: there, there: here } }
  topics: { permalink: /about/topics/:term/ }
`);
  const tags = ['Ink'];
  await kiosk.print({
    'pages/tags/ink.md': documentFile(
      {
        title: 'All about ink',
        summary: 'Black and blue.',
        image: '/media/ink.png',
        image_alt: 'A pot',
      },
      'Made of *soot*.',
    ),
    'pages/tags/empty.md': documentFile({ title: 'Nothing yet' }, 'Soon.'),
    'posts/one.md': documentFile({ title: 'One', date: '2026-01-01', tags }),
    'posts/two.md': documentFile({ title: 'Two', date: '2026-02-01', tags }),
    'posts/es/uno.md': documentFile({ title: 'Uno', date: '2026-01-01', tags }),
  });
});
afterAll(() => kiosk[Symbol.asyncDispose]());

async function answer(address: string): Promise<readonly unknown[]> {
  const { status, headers } = await kiosk.get(address);
  return [status, headers.location];
}

test('a document at the address of a term describes it, above the list of its documents', async () => {
  const html = await kiosk.read('/tags/ink/');
  expect(html).toContain('<h1>All about ink</h1>');
  expect(html).toContain('Black and blue.');
  expect(html).toContain('src="/media/ink.png" alt="A pot"');
  expect(html).toContain('Made of <em>soot</em>.');
  expect(html).toContain('href="/posts/two/"');
  expect(html).not.toContain('href="/posts/one/"');
  expect(html).toContain('href="/tags/ink/page/2/"');
  expect(html).toContain('href="/tags/ink/feed.xml"');
  expect(html).toContain('hreflang="es" href="https://paper.example/es/tags/ink/"');
});

test('further pages, and terms without such a document, have the list alone', async () => {
  const second = await kiosk.read('/tags/ink/page/2/');
  expect(second).toContain('href="/posts/one/"');
  expect(second).not.toContain('soot');
  expect(await kiosk.read('/es/tags/ink/')).toContain('<h1>Ink</h1>');
});

test('a described term without documents has a page', async () => {
  expect(await kiosk.read('/tags/empty/')).toContain('Soon.');
});

test.each([
  ['/tags/inks/', [301, '/tags/ink/']],
  ['/tags/inks', [301, '/tags/ink/']],
  ['/tags/inks/?a=b', [301, '/tags/ink/?a=b']],
  ['/es/tags/inks/', [301, '/es/tags/ink/']],
  ['/tags/colour/', [301, '/tags/ink/']],
  ['/tags/inks/page/2/', [301, '/tags/ink/']],
  ['/tags/inks/feed.xml', [301, '/tags/ink/feed.xml']],
  ['/about/topics/inks/', [404, undefined]],
  ['/tags/lost/', [404, undefined]],
  ['/tags/here/', [404, undefined]],
])('a renamed term: %s answers %j', async (address, expected) => {
  expect(await answer(address)).toEqual(expected);
});
