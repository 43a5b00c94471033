import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentFile, SiteHarness } from './fixtures.ts';
import { loadTheme } from './theme/load-theme.ts';
import { themesDirectoryWith } from './theme/fixtures.ts';

const siteYaml = `
title: The Paper
description: All of it
url: https://paper.example
languages: { es: { title: El Papel, name: Castellano } }
time_zone: Europe/Madrid
menu: [{ title: News, url: /posts/ }, { title: Off, url: https://other.example/ }]
paging: { page_size: 2 }
`;

const files = {
  'pages/index.md': documentFile({ title: 'Home', list: 'posts' }, 'Welcome to [us](about.md).'),
  'pages/about.md': documentFile({ title: 'About' }, 'Who we are.'),
  'pages/es/about.md': documentFile({ title: 'Nosotros', slug: 'nosotros' }, 'Quiénes somos.'),
  'posts/one.md': documentFile(
    { title: 'One', date: '2026-01-01', tags: ['Ink & Paper'], author: 'Ruth', summary: 'First.' },
    '## Part\n\nText of one.',
  ),
  'posts/two.md': documentFile(
    { title: 'Two', date: '2026-02-01', tags: ['ink & paper', 'Lead'] },
    'Text.',
  ),
  'posts/three.md': documentFile(
    { title: 'Three', date: '2026-03-01', tags: ['Ink & Paper'] },
    '[one](one.md)',
  ),
  'posts/es/one.md': documentFile(
    { title: 'Uno', date: '2026-01-01', tags: ['Tinta'] },
    'Texto de uno.',
  ),
  'posts/café.md': documentFile({ title: 'Café', date: '2025-01-01' }, 'Negro.'),
  'posts/hidden.md': documentFile({ title: 'Hidden', draft: true }, 'Not yet.'),
};

let kiosk: SiteHarness;

beforeAll(async () => {
  kiosk = await SiteHarness.open(siteYaml);
  await kiosk.print(files);
});
afterAll(() => kiosk[Symbol.asyncDispose]());

const titlesIn = (html: string) =>
  [...html.matchAll(/class="teaser-title"><a [^>]*>([^<]*)</g)].map(([, title]) => title);

describe('document pages', () => {
  test('show the document with its metadata', async () => {
    const html = await kiosk.read('/posts/one/');
    expect(html).toContain('<html lang="en" dir="ltr">');
    expect(html).toContain('<title>One – The Paper</title>');
    expect(html).toContain('<meta name="description" content="First.">');
    expect(html).toContain('<link rel="canonical" href="https://paper.example/posts/one/">');
    expect(html).toContain('<meta property="og:title" content="One">');
    expect(html).toContain('<h2 id="part">Part');
    expect(html).toContain('By Ruth');
    expect(html).toContain('1 min read');
    expect(html).toContain('>January 1, 2026</time>');
    expect(html).toContain('<a href="/tags/ink-paper/" rel="tag">Ink &amp; Paper</a>');
  });

  test('link to their translations, and to the home of a language that has none', async () => {
    const translated = await kiosk.read('/posts/one/');
    expect(translated).toContain('hreflang="es" href="https://paper.example/es/posts/one/"');
    expect(translated).toContain(
      '<a href="/es/posts/one/" lang="es" dir="ltr" hreflang="es">Castellano</a>',
    );
    const alone = await kiosk.read('/posts/two/');
    expect(alone).not.toContain('<link rel="alternate" hreflang');
    expect(alone).toContain('<a href="/es/" lang="es" dir="ltr" hreflang="es">Castellano</a>');
  });

  test('speak their own language', async () => {
    const html = await kiosk.read('/es/nosotros/');
    expect(html).toContain('<html lang="es" dir="ltr">');
    expect(html).toContain('<title>Nosotros – El Papel</title>');
    expect(html).toContain('Saltar al contenido');
    expect(await kiosk.read('/es/posts/one/')).toContain('1 de enero de 2026');
  });

  test('resolve links between documents, and follow when the target moves', async () => {
    expect(await kiosk.read('/posts/three/')).toContain('<a href="/posts/one/">one</a>');
    await kiosk.print({ 'posts/target.md': documentFile({ title: 'T', date: '2020-01-01' }) });
    await kiosk.print({
      'pages/linking.md': documentFile({ title: 'L' }, '[t](../posts/target.md)'),
    });
    expect(await kiosk.read('/linking/')).toContain('href="/posts/target/"');
    await kiosk.print({
      'posts/target.md': documentFile({ title: 'T', date: '2020-01-01', slug: 'moved' }),
    });
    expect(await kiosk.read('/linking/')).toContain('href="/posts/moved/"');
    await kiosk.print({
      'posts/target.md': documentFile({ title: 'T', draft: true, slug: 'moved' }),
    });
  });

  test('are found under any spelling of letters beyond ASCII', async () => {
    for (const address of [
      '/posts/caf%C3%A9/',
      '/posts/caf%c3%a9/',
      '/posts/cafe%CC%81/',
      '/posts/café/',
    ]) {
      expect(await kiosk.read(address), address).toContain('Negro.');
    }
  });

  test('show a document whose type the settings do not have at the moment', async () => {
    await using other = await SiteHarness.open(
      'content: { types: { recipe: { folder: recipes, permalink: /recipes/:slug/ } } }',
    );
    await other.print({ 'recipes/dough.md': documentFile({ title: 'Dough' }, 'Flour.') });
    other.settings = kiosk.settings;
    const html = await other.read('/recipes/dough/');
    expect(html).toContain('Flour.');
    expect(other.errors).toEqual([]);
  });

  test('of drafts are not there', async () => {
    expect((await kiosk.get('/posts/hidden/')).status).toBe(404);
  });

  test('mark the menu entry that they lie below', async () => {
    expect(await kiosk.read('/posts/one/')).toContain(
      '<a href="/posts/" aria-current="true">News</a>',
    );
    expect(await kiosk.read('/posts/')).toContain('<a href="/posts/" aria-current="page">News</a>');
  });

  test('use the layout that the document names, else its type’s, else the plain page', async () => {
    const themesDirectory = await themesDirectoryWith('mine', {
      'layouts/page.liquid': 'plain {{ document.title }}',
      'layouts/wide.liquid': 'wide {{ document.title }}',
    });
    kiosk.theme = () => loadTheme({ themesDirectory, name: 'mine' });
    await kiosk.print({
      'pages/wide.md': documentFile({ title: 'W', layout: 'wide' }),
      'pages/gone.md': documentFile({ title: 'G', layout: '../../gone' }),
    });
    expect(await kiosk.read('/wide/')).toBe('wide W');
    expect(await kiosk.read('/gone/')).toBe('plain G');
    expect(await kiosk.read('/posts/one/')).toBe('plain One');
    kiosk.theme = () => loadTheme({ themesDirectory: '/nowhere', name: 'default' });
  });
});

describe('one address for one page', () => {
  test.each([
    ['/posts/one', '/posts/one/'],
    ['/posts/one?a=b&c', '/posts/one/?a=b&c='],
    ['/posts/one/index.html', '/posts/one/'],
    ['/index.html', '/'],
    ['/es', '/es/'],
    ['/es/index.html', '/es/'],
    ['/posts', '/posts/'],
    ['/posts/page/2', '/posts/page/2/'],
    ['/posts/page/1/', '/posts/'],
    ['/tags/ink-paper', '/tags/ink-paper/'],
    ['/posts/caf%C3%A9', '/posts/caf%C3%A9/'],
  ])('%s leads to %s', async (address, location) => {
    const { status, headers, body } = await kiosk.get(address);
    expect([status, headers.location, body]).toEqual([301, location, '']);
  });

  test.each([
    '//evil.example',
    '//evil.example/',
    '//evil.example/index.html',
    '/\\evil.example',
    '/%5Cevil.example',
    '/%2F/evil.example',
    '/%2fevil.example/index.html',
    '///',
    '/posts//one',
    '/%00',
    '/posts/one%0D%0ASet-Cookie:x',
    '/%',
    '/%E0%A4%A',
    'https://evil.example/',
  ])('%s leads nowhere', async (address) => {
    const { status, headers } = await kiosk.get(address);
    expect([status, headers.location]).toEqual([400, undefined]);
  });

  test.each([
    '/nothing',
    '/nothing/',
    '/nothing/index.html',
    '/../../etc/passwd',
    '/.well-known/x',
    '/en/',
  ])('%s is not there', async (address) => {
    expect((await kiosk.get(address)).status).toBe(404);
  });
});

describe('lists', () => {
  test('the home page shows its text and the newest documents below it', async () => {
    const html = await kiosk.read('/');
    expect(html).toContain('<title>The Paper</title>');
    expect(html).toContain('Welcome to <a href="/about/">us</a>.');
    expect(titlesIn(html)).toEqual(['Three', 'Two']);
  });

  test('a language without a home page shows the newest documents alone', async () => {
    const html = await kiosk.read('/es/');
    expect(html).toContain('<title>El Papel</title>');
    expect(titlesIn(html)).toEqual(['Uno']);
  });

  test('a section has pages, and none past its end', async () => {
    expect(titlesIn(await kiosk.read('/posts/'))).toEqual(['Three', 'Two']);
    const second = await kiosk.read('/posts/page/2/');
    expect(titlesIn(second)).toEqual(['One', 'Café']);
    expect(second).toContain('<a class="paging-newer" rel="prev" href="/posts/">');
    expect(second).toContain('<link rel="canonical" href="https://paper.example/posts/page/2/">');
    expect((await kiosk.get('/posts/page/3/')).status).toBe(404);
  });

  test('a section of another language stands below its prefix', async () => {
    const html = await kiosk.read('/es/posts/');
    expect(html).toContain('<h1>Artículos</h1>');
    expect(titlesIn(html)).toEqual(['Uno']);
  });

  test('terms are counted by language, whatever way they are spelled', async () => {
    const english = await kiosk.read('/tags/');
    expect(english).toContain('<a href="/tags/ink-paper/">Ink &amp; Paper</a>');
    expect(english).toContain('3 entries');
    expect(await kiosk.read('/es/tags/')).toContain('1 entrada');
  });

  test('a term lists what carries it, page by page', async () => {
    expect(titlesIn(await kiosk.read('/tags/ink-paper/'))).toEqual(['Three', 'Two']);
    expect(titlesIn(await kiosk.read('/tags/ink-paper/page/2/'))).toEqual(['One']);
    expect(titlesIn(await kiosk.read('/es/tags/tinta/'))).toEqual(['Uno']);
  });

  test.each([
    '/tags/nothing/',
    '/tags/ink-paper/page/3/',
    '/tags/Ink-Paper/',
    '/es/tags/ink-paper/',
  ])('%s is not there', async (address) => {
    expect((await kiosk.get(address)).status).toBe(404);
  });

  test('an empty section says that it is empty', async () => {
    await using empty = await SiteHarness.open('{}');
    expect(await empty.read('/posts/')).toContain('Nothing has been published here yet.');
    expect(await empty.read('/')).toContain('Nothing has been published here yet.');
  });
});

describe('HTTP', () => {
  test('pages come with a strong tag, are asked for again each time, and answer 304', async () => {
    const first = await kiosk.get('/posts/one/');
    expect(first.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    expect(first.headers.etag).toMatch(/^"[0-9a-f]{32}"$/);
    for (const tag of [first.headers.etag!, `"x", W/${first.headers.etag}`, '*']) {
      const again = await kiosk.get('/posts/one/', { 'if-none-match': tag });
      expect([again.status, again.body, again.headers.etag]).toEqual([304, '', first.headers.etag]);
    }
    expect((await kiosk.get('/posts/one/', { 'if-none-match': '"x"' })).status).toBe(200);
  });

  test('HEAD says what GET would, without the body', async () => {
    const get = await kiosk.get('/posts/one/');
    const head = await kiosk.request('HEAD', '/posts/one/');
    expect(head.body).toBe('');
    expect(head.headers).toEqual({
      ...get.headers,
      'content-length': String(Buffer.byteLength(get.body)),
    });
    expect((await kiosk.request('HEAD', '/nothing/')).body).toBe('');
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is refused with Allow', async (method) => {
    const { status, headers } = await kiosk.request(method, '/posts/one/');
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  test('the content security policy lets the theme through and no script', async () => {
    const { headers, body } = await kiosk.get('/posts/one/');
    const policy = headers['content-security-policy']!;
    expect(policy).toMatch(
      /default-src 'none'.*style-src 'self'.*script-src 'none'.*frame-ancestors 'self'/,
    );
    expect(policy).not.toContain('unsafe');
    expect(body).not.toMatch(/<script(?! type="application\/ld\+json">)|<style| style=| on\w+=/);
  });

  test('only a page that loads a script of the theme lets scripts of the site run', async () => {
    const { headers, body } = await kiosk.get('/search/');
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(body).toMatch(
      /<script type="module" src="\/assets\/search\.[0-9a-f]{16}\.js"><\/script>/,
    );
  });

  test('assets may be kept for good under their hash only', async () => {
    const link = /href="(\/assets\/theme\.[0-9a-f]{16}\.css)"/.exec(await kiosk.read('/'))![1]!;
    const asset = await kiosk.get(link);
    expect(asset.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await kiosk.get(link, { 'if-none-match': asset.headers.etag! })).status).toBe(304);
    for (const address of ['/assets/theme.css', '/assets/theme.css?v=old']) {
      expect((await kiosk.get(address)).headers['cache-control']).toContain('must-revalidate');
    }
    const outdated = await kiosk.get('/assets/theme.0123456789abcdef.css');
    expect([outdated.body, outdated.headers['cache-control']]).toEqual([asset.body, 'no-store']);
  });

  test.each([
    '/assets/',
    '/assets/nothing.css',
    '/assets/../theme.yaml',
    '/assets/..%2ftheme.yaml',
  ])('%s gives nothing of the theme away', async (address) => {
    const { status, body } = await kiosk.get(address);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).not.toContain('A quiet page');
  });

  test('what is not there is said in the language of the address', async () => {
    const english = await kiosk.get('/nothing/');
    expect([english.status, english.body]).toEqual([
      404,
      expect.stringContaining('Page not found'),
    ]);
    expect(english.body).toContain('<meta name="robots" content="noindex">');
    const spanish = await kiosk.get('/es/nada/');
    expect(spanish.body).toContain('<html lang="es"');
    expect(spanish.body).toContain('Página no encontrada');
  });
});

describe('a theme that fails', () => {
  test('gives the reader a plain page and the log the place', async () => {
    const themesDirectory = await themesDirectoryWith('mine', {
      'layouts/list.liquid': 'a\n{{ "secret.css" | asset }}',
    });
    kiosk.theme = () => loadTheme({ themesDirectory, name: 'mine' });
    const { status, body, headers } = await kiosk.get('/es/posts/');
    kiosk.theme = () => loadTheme({ themesDirectory: '/nowhere', name: 'default' });
    expect(status).toBe(500);
    expect(body).toBe(
      'La página no se puede mostrar en este momento. Inténtelo de nuevo más tarde.\n',
    );
    expect(headers['cache-control']).toBe('no-store');
    expect(kiosk.errors.at(-1)).toMatchObject({ file: 'layouts/list.liquid', line: 2, column: 1 });
  });

  test('or cannot be loaded does the same', async () => {
    const themesDirectory = await themesDirectoryWith('mine', { 'layouts/list.liquid': '{% if %' });
    kiosk.theme = () => loadTheme({ themesDirectory, name: 'mine' });
    const page = await kiosk.get('/posts/one/');
    const asset = await kiosk.get('/assets/theme.css');
    kiosk.theme = () => loadTheme({ themesDirectory: '/nowhere', name: 'default' });
    expect([page.status, asset.status]).toEqual([500, 500]);
    expect(page.body).not.toContain('list.liquid');
    expect(kiosk.errors.at(-1)).toMatchObject({ file: 'layouts/list.liquid', line: 1 });
  });
});
