import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentFile, SiteHarness } from './fixtures.ts';

let kiosk: SiteHarness;

beforeAll(async () => {
  kiosk = await SiteHarness.open(`
url: https://paper.example
languages: { es: {} }
redirects:
  - { from: /old/, to: /about/ }
  - { from: /for-now, to: /about/, status: 302 }
  - { from: /kept/, to: "/about/#part", status: 308 }
  - { from: /with-query/, to: "/about/?a=1" }
  - { from: /caf%C3%A9/, to: /about/ }
  - { from: /elsewhere/, to: "https://other.example/x?y#z" }
  - { from: /gone/, status: 410 }
  - { from: /es/gone/, status: 410 }
  - { from: /living/, to: /about/ }
  - { from: /feed.php, to: /feed.xml }
  - { from: /blog/, to: /about/ }
  - { from: /blog/*, to: "/posts/:splat" }
  - { from: /docs/*, to: "https://docs.example/v2/:splat/" }
  - { from: "/:year/:month/:slug/", to: "/posts/:slug/?from=:year-:month" }
  - { from: /flat/*, to: "/:splat" }
  - { from: /attic/*, status: 410 }
`);
  await kiosk.print({
    'pages/about.md': documentFile({ title: 'About' }),
    'pages/living.md': documentFile({ title: 'Living' }),
    'posts/one.md': documentFile({
      title: 'One',
      aliases: ['/2019/one', '/old/one.html', '/café-one/', '/living/', '/shared/'],
    }),
    'posts/moved.md': documentFile({ title: 'Moved', slug: 'first' }),
  });
});
afterAll(() => kiosk[Symbol.asyncDispose]());

async function answer(address: string): Promise<readonly unknown[]> {
  const { status, headers } = await kiosk.get(address);
  return [status, headers.location];
}

describe('redirects of the settings', () => {
  test.each([
    ['/old/', [301, '/about/']],
    ['/old', [301, '/about/']],
    ['/old?a=b', [301, '/about/?a=b']],
    ['/for-now/', [302, '/about/']],
    ['/kept/?a=b', [308, '/about/?a=b#part']],
    ['/with-query/?b=2', [301, '/about/?a=1']],
    ['/caf%c3%a9', [301, '/about/']],
    ['/elsewhere/', [301, 'https://other.example/x?y#z']],
    ['/feed.php', [301, '/feed.xml']],
  ])('%s answers %j', async (address, expected) => {
    expect(await answer(address)).toEqual(expected);
  });

  test('what is gone says so, in the language of its address', async () => {
    const english = await kiosk.get('/gone/');
    expect([english.status, english.headers.location]).toEqual([410, undefined]);
    expect(english.body).toContain('This page is gone');
    expect((await kiosk.get('/es/gone/')).body).toContain('Esta página ya no existe');
  });

  test('never hide a page that is there', async () => {
    expect(await kiosk.read('/living/')).toContain('<h1>Living</h1>');
    expect(await answer('/living')).toEqual([301, '/living/']);
  });
});

describe('ADD-INT-1: redirects with patterns', () => {
  test.each([
    ['/blog/a/b/', [301, '/posts/a/b/']],
    ['/blog/a', [301, '/posts/a']],
    ['/blog/a?b=c', [301, '/posts/a?b=c']],
    ['/blog/', [301, '/about/']],
    ['/blog/caf%C3%A9/', [301, '/posts/caf%C3%A9/']],
    ['/2019/03/ink/', [301, '/posts/ink/?from=2019-03']],
    ['/2019/03/ink', [301, '/posts/ink/?from=2019-03']],
    ['/2019/03/ink/index.html', [301, '/posts/ink/?from=2019-03']],
    ['/2019/03/', [404, undefined]],
    ['/2019/03/ink/more/', [404, undefined]],
    ['/docs', [301, 'https://docs.example/v2/']],
    ['/docs/a/b/', [301, 'https://docs.example/v2/a/b/']],
    ['/attic/old/', [410, undefined]],
  ])('%s answers %j', async (address, expected) => {
    expect(await answer(address)).toEqual(expected);
  });

  test.each([
    ['/flat//evil.example/', [400, undefined]],
    ['/flat/%2f%2fevil.example', [400, undefined]],
    ['/flat/%5cevil.example', [400, undefined]],
    ['/flat/%3Fa=b', [301, '/%3Fa%3Db']],
    ['/flat/a%23b', [301, '/a%23b']],
    ['/flat/%2541', [301, '/%2541']],
    ['/flat/', [301, '/']],
    ['/blog/:splat', [301, '/posts/%3Asplat']],
  ])('a visitor cannot leave the site or begin a query: %s', async (address, expected) => {
    expect(await answer(address)).toEqual(expected);
  });

  test('never hide a page that is there', async () => {
    await kiosk.print({ 'pages/blog/kept.md': documentFile({ title: 'Kept' }) });
    expect(await kiosk.read('/blog/kept/')).toContain('<h1>Kept</h1>');
  });
});

describe('documents that have moved', () => {
  test.each([
    ['/2019/one/', '/posts/one/'],
    ['/2019/one', '/posts/one/'],
    ['/2019/one/index.html', '/posts/one/'],
    ['/old/one.html', '/posts/one/'],
    ['/caf%C3%A9-one/?a=b', '/posts/one/?a=b'],
  ])('%s, an alias, leads to %s', async (address, location) => {
    expect(await answer(address)).toEqual([301, location]);
  });

  test('an alias hides neither a page that is there nor a redirect of the settings', async () => {
    expect((await kiosk.get('/living/')).status).toBe(200);
    await kiosk.print({ 'posts/claims.md': documentFile({ title: 'C', aliases: ['/old/'] }) });
    expect(await answer('/old/')).toEqual([301, '/about/']);
  });

  test('an old address leads straight to the newest, and to nothing once the document is withdrawn', async () => {
    await kiosk.print({ 'posts/moved.md': documentFile({ title: 'Moved', slug: 'second' }) });
    expect(await answer('/posts/first/')).toEqual([301, '/posts/second/']);
    await kiosk.print({ 'posts/moved.md': documentFile({ title: 'Moved', slug: 'third' }) });
    expect(await answer('/posts/first')).toEqual([301, '/posts/third/']);
    expect(await answer('/posts/second/')).toEqual([301, '/posts/third/']);
    await kiosk.print({ 'posts/moved.md': documentFile({ title: 'Moved', draft: true }) });
    expect(await answer('/posts/first/')).toEqual([404, undefined]);
  });

  test('another document that takes the old address has it', async () => {
    await kiosk.print({ 'posts/here.md': documentFile({ title: 'Here', slug: 'place' }) });
    await kiosk.print({ 'posts/here.md': documentFile({ title: 'Here', slug: 'left' }) });
    expect(await answer('/posts/place/')).toEqual([301, '/posts/left/']);
    await kiosk.print({ 'posts/new.md': documentFile({ title: 'New', slug: 'place' }) });
    expect(await kiosk.read('/posts/place/')).toContain('<h1>New</h1>');
  });
});
