import { Parser } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentFile, SiteHarness } from '../fixtures.ts';

const site = 'https://paper.example';

let kiosk: SiteHarness;

beforeAll(async () => {
  kiosk = await SiteHarness.open(`
title: The Paper
description: All of it
url: ${site}
languages: { es: { title: El Papel, menus: { footer: [{ title: Aviso, url: /es/aviso/ }] } } }
menu:
  - { title: News, url: /posts/, children: [{ title: One, url: /posts/one/ }, { title: Off, url: https://x.example/ }] }
menus: { footer: [{ title: Imprint, url: /imprint/ }] }
paging: { page_size: 1 }
seo:
  image: /media/card.png
  title_separator: "|"
  twitter: paper
  organization: { name: Paper Ltd, logo: /media/logo.png, same_as: [https://social.example/paper] }
`);
  await kiosk.print({
    'pages/docs/index.md': documentFile({ title: 'Docs' }),
    'pages/docs/setup/first.md': documentFile({ title: 'First steps' }, 'Do *this*.'),
    'pages/quiet.md': documentFile({ title: 'Quiet', noindex: true }),
    'posts/one.md': documentFile({ title: 'One', date: '2026-01-01', tags: ['Ink', 'Shared'] }),
    'posts/two.md': documentFile(
      {
        title: 'Two',
        date: '2026-02-01',
        updated_at: '2026-02-03T00:00:00Z',
        tags: ['Ink', 'Paper'],
        categories: ['Craft'],
        author: 'Ruth',
        image: '../media/two.jpg',
        image_alt: 'Two "of" them',
        summary: 'About </script><!-- two',
      },
      'Text.',
    ),
    'posts/three.md': documentFile({ title: 'Three', date: '2026-03-01', tags: ['Ink'] }),
    'posts/es/one.md': documentFile({ title: 'Uno', date: '2026-01-01', tags: ['Shared'] }),
    'posts/es/two.md': documentFile({ title: 'Dos', date: '2026-01-02', tags: ['Tinta'] }),
  });
});
afterAll(() => kiosk[Symbol.asyncDispose]());

interface Head {
  readonly title: string;
  readonly meta: Readonly<Record<string, string>>;
  readonly links: readonly Readonly<Record<string, string>>[];
  readonly data: { readonly '@graph': readonly Record<string, unknown>[] } | undefined;
}

async function headOf(address: string): Promise<Head> {
  const meta: Record<string, string> = {};
  const links: Record<string, string>[] = [];
  const texts: Record<string, string> = {};
  let open = '';
  const parser = new Parser({
    onopentag: (name, attributes) => {
      open = name;
      if (name === 'meta') meta[attributes.property ?? attributes.name ?? ''] = attributes.content!;
      if (name === 'link') links.push(attributes);
    },
    ontext: (text) => {
      if (['title', 'script'].includes(open)) texts[open] = (texts[open] ?? '') + text;
    },
    onclosetag: () => (open = ''),
  });
  parser.end(await kiosk.read(address));
  const data = texts.script === undefined ? undefined : (JSON.parse(texts.script) as Head['data']);
  return { title: texts.title!, meta, links, data };
}

const linksOf = ({ links }: Head, rel: string) =>
  links.filter((link) => link.rel === rel).map(({ href }) => href);
const alternatesOf = ({ links }: Head): Readonly<Record<string, string>> =>
  Object.fromEntries(
    links.filter((link) => link.hreflang).map((link) => [link.hreflang!, link.href!] as const),
  );

describe('the head of a document', () => {
  test('has what other sites show when they link to it', async () => {
    const { title, meta } = await headOf('/posts/two/');
    expect(title).toBe('Two | The Paper');
    expect(meta).toMatchObject({
      description: 'About </script><!-- two',
      author: 'Ruth',
      'og:type': 'article',
      'og:title': 'Two',
      'og:locale': 'en_US',
      'og:url': `${site}/posts/two/`,
      'og:image': `${site}/media/two.jpg`,
      'og:image:alt': 'Two "of" them',
      'twitter:card': 'summary_large_image',
      'twitter:site': '@paper',
      'article:published_time': '2026-02-01T00:00:00.000Z',
      'article:modified_time': '2026-02-03T00:00:00.000Z',
      'article:section': 'Craft',
      'article:tag': 'Paper',
    });
  });

  test('has the picture of the site where it has none of its own', async () => {
    expect((await headOf('/posts/one/')).meta['og:image']).toBe(`${site}/media/card.png`);
  });

  test('with noindex is not for search engines', async () => {
    const { meta, data } = await headOf('/quiet/');
    expect([meta.robots, data]).toEqual(['noindex', undefined]);
  });

  test('says what it is as data, which no text in it can end', async () => {
    const { data } = await headOf('/posts/two/');
    expect(data!['@graph'][0]).toMatchObject({
      '@type': 'BlogPosting',
      headline: 'Two',
      description: 'About </script><!-- two',
      datePublished: '2026-02-01T00:00:00.000Z',
      dateModified: '2026-02-03T00:00:00.000Z',
      author: { '@type': 'Person', name: 'Ruth' },
      publisher: { name: 'Paper Ltd', logo: `${site}/media/logo.png` },
      keywords: ['Ink', 'Paper'],
    });
    const html = await kiosk.read('/posts/two/');
    const block = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!;
    expect(block).not.toMatch(/[<>&]/);
  });

  test('of the site itself names its search', async () => {
    const { data } = await headOf('/');
    expect(data!['@graph']).toEqual([
      expect.objectContaining({
        '@type': 'WebSite',
        name: 'The Paper',
        potentialAction: expect.objectContaining({
          target: {
            '@type': 'EntryPoint',
            urlTemplate: `${site}/search/?q={search_term_string}`,
          },
        }) as unknown,
      }),
    ]);
  });
});

describe('breadcrumbs', () => {
  test('lead from the home page through what is there to the page', async () => {
    const { data } = await headOf('/docs/setup/first/');
    expect(data!['@graph'][1]).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Home', item: `${site}/` },
        { position: 2, name: 'Docs', item: `${site}/docs/` },
        { position: 3, name: 'First steps', item: `${site}/docs/setup/first/` },
      ],
    });
    expect(await kiosk.read('/docs/setup/first/')).toContain('<li><a href="/docs/">Docs</a></li>');
  });

  test('of a post name its section', async () => {
    const { data } = await headOf('/es/posts/two/');
    const list = data!['@graph'][1] as { itemListElement: { name: string }[] };
    expect(list.itemListElement.map(({ name }) => name)).toEqual(['Inicio', 'Artículos', 'Dos']);
  });
});

describe('languages', () => {
  test('a document names its translations, and the one for everybody else', async () => {
    expect(alternatesOf(await headOf('/es/posts/one/'))).toEqual({
      en: `${site}/posts/one/`,
      es: `${site}/es/posts/one/`,
      'x-default': `${site}/posts/one/`,
    });
  });

  test('a section names its other languages on its first page alone', async () => {
    expect(alternatesOf(await headOf('/posts/'))).toMatchObject({ es: `${site}/es/posts/` });
    expect(alternatesOf(await headOf('/posts/page/2/'))).toEqual({});
  });

  test('a term names the languages in which something carries it', async () => {
    expect(alternatesOf(await headOf('/tags/shared/'))).toEqual({
      en: `${site}/tags/shared/`,
      es: `${site}/es/tags/shared/`,
      'x-default': `${site}/tags/shared/`,
    });
    expect(alternatesOf(await headOf('/tags/ink/'))).toEqual({});
  });

  test.each([
    ['/posts/page/2/', '/es/posts/'],
    ['/tags/ink/', '/es/tags/'],
    ['/tags/shared/', '/es/tags/shared/'],
    ['/tags/', '/es/tags/'],
    ['/search/', '/es/search/'],
    ['/posts/three/', '/es/'],
  ])('the choice of a language on %s leads to %s, the nearest there is', async (from, to) => {
    expect(await kiosk.read(from)).toContain(`<a href="${to}" lang="es"`);
  });
});

describe('menus', () => {
  test('have entries below entries, and mark the page in both', async () => {
    const html = await kiosk.read('/posts/one/');
    expect(html).toContain('<summary class="current">News</summary>');
    expect(html).toContain('<li><a href="/posts/">News</a></li>');
    expect(html).toContain('<li><a href="/posts/one/" aria-current="page">One</a></li>');
    expect(html).toContain('<li><a href="https://x.example/">Off</a></li>');
  });

  test('beside the main one are a language’s own where it has them', async () => {
    expect(await kiosk.read('/')).toContain('<a href="/imprint/">Imprint</a>');
    const spanish = await kiosk.read('/es/');
    expect(spanish).toContain('<a href="/es/aviso/">Aviso</a>');
    expect(spanish).not.toContain('Imprint');
  });
});

describe('what stands around a document', () => {
  const neighbours = (html: string) =>
    [...html.matchAll(/class="neighbour-(\w+)" rel="\w+" href="([^"]+)"/g)].map(
      ([, which, href]) => [which, href],
    );

  test('are the ones before and after it in its language, and at the ends one of them', async () => {
    expect(neighbours(await kiosk.read('/posts/two/'))).toEqual([
      ['older', '/posts/one/'],
      ['newer', '/posts/three/'],
    ]);
    expect(neighbours(await kiosk.read('/posts/one/'))).toEqual([['newer', '/posts/two/']]);
    expect(neighbours(await kiosk.read('/posts/three/'))).toEqual([['older', '/posts/two/']]);
    expect(neighbours(await kiosk.read('/es/posts/two/'))).toEqual([['older', '/es/posts/one/']]);
  });

  test('and those before it that share its terms, the most and then the newest first', async () => {
    const related = (html: string) =>
      [
        ...html.slice(html.indexOf('class="related"')).matchAll(/teaser-title"><a href="([^"]+)"/g),
      ].map(([, href]) => href);
    expect(related(await kiosk.read('/posts/three/'))).toEqual(['/posts/two/', '/posts/one/']);
    expect(related(await kiosk.read('/posts/two/'))).toEqual(['/posts/one/']);
    expect(await kiosk.read('/es/posts/two/')).not.toContain('class="related"');
  });

  test('plain pages stand in no order', async () => {
    const html = await kiosk.read('/docs/');
    expect(html).not.toMatch(/class="(neighbours|related)"/);
  });
});

describe('the pages of a list', () => {
  test('name those before and after them for machines', async () => {
    const second = await headOf('/posts/page/2/');
    expect([linksOf(second, 'prev'), linksOf(second, 'next')]).toEqual([
      ['/posts/'],
      ['/posts/page/3/'],
    ]);
    const first = await headOf('/posts/');
    expect([linksOf(first, 'prev'), linksOf(first, 'next')]).toEqual([[], ['/posts/page/2/']]);
  });

  test('lead to each other by number', async () => {
    const html = await kiosk.read('/posts/page/2/');
    expect(html).toContain('<li><a href="/posts/" aria-label="Page 1">1</a></li>');
    expect(html).toContain('<li><span aria-current="page">2</span></li>');
    expect(html).toContain('<li><a href="/posts/page/3/" aria-label="Page 3">3</a></li>');
  });
});

describe('what is not there', () => {
  test('uses the site’s own text per language', async () => {
    await using own = await SiteHarness.open('languages: { es: {} }');
    await own.print({
      'pages/404.md': documentFile({ title: 'Lost?' }, 'Try the [home](/).'),
      'pages/es/404.md': documentFile({ title: '¿Perdido?' }, 'Nada.'),
    });
    const english = await own.get('/nothing/');
    expect([english.status, english.body]).toEqual([
      404,
      expect.stringContaining('<h1>Lost?</h1>'),
    ]);
    expect(english.body).toContain('Try the <a href="/">home</a>.');
    expect((await own.get('/es/nada/')).body).toContain('<h1>¿Perdido?</h1>');
    expect(await own.read('/404/')).toContain('<meta name="robots" content="noindex">');
  });
});
