import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '@galley/testing';
import { readSource } from './read-source.ts';
import type { SourcePage } from './source.ts';
import type { ImportFormat } from './sources.ts';

/** Pages by their path. */
async function pagesOf(
  format: ImportFormat,
  files: Readonly<Record<string, string>>,
  file = '',
): Promise<ReadonlyMap<string, SourcePage>> {
  await using directory = await temporaryDirectory();
  const folder = directory.path;
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const pages = new Map<string, SourcePage>();
  for await (const item of readSource({ format, path: join(folder, file), temporary: folder }))
    if (item.kind === 'page') pages.set(item.path, item);
  return pages;
}

const head = (text: string) => `---\n${text}\n---\nText.\n`;

describe('Hugo', () => {
  test('ADD-IMP-13: mounts decide where pages are, and which language they have', async () => {
    const pages = await pagesOf('hugo', {
      'hugo.toml': [
        'defaultContentLanguage = "en"',
        '[languages.en]',
        '[languages.de]',
        '[[module.mounts]]',
        'source = "content/english"',
        'target = "content"',
        'lang = "en"',
        '[[module.mounts]]',
        'source = "content/german"',
        'target = "content"',
        '[module.mounts.sites.matrix]',
        'languages = ["de"]',
        '[[module.mounts]]',
        'source = "../outside"',
        'target = "content"',
      ].join('\n'),
      'content/english/guides/_index.md': head('title: Guides'),
      'content/english/guides/Big Press.md': head('title: Big press'),
      'content/german/guides/presse.md': head('title: Presse'),
    });
    const addresses = [...pages].map(([path, page]) => [path, page.addresses]);
    expect(addresses).toEqual([
      ['guides/Big Press', ['/guides/big-press/']],
      ['guides/index', ['/guides/']],
      ['guides/presse.de', ['/de/guides/presse/']],
    ]);
  });

  test('ADD-IMP-13: languages by the names of files', async () => {
    const pages = await pagesOf('hugo', {
      'config/_default/languages.yaml': 'en: {}\nde: {}\n',
      'content/about.md': head('title: About'),
      'content/about.de.md': head('title: Über'),
    });
    expect(pages.get('about.de')?.addresses).toEqual(['/de/about/']);
    expect(pages.get('about')?.addresses).toEqual(['/about/']);
  });

  test.each([
    ['title: Ink\ndate: 2024-03-05', ['/2024/03/ink/'], []],
    ['title: Ink\ndate: 2024-03-05\nslug: black', ['/2024/03/black/'], []],
    ['title: Ink', ['/posts/ink-pot/'], []],
    ['title: Ink\nurl: shop/ink.html\nslug: black', ['/shop/ink.html'], []],
    ['title: Ink\ndate: 2024-03-05\naliases: [blot, /old/]', ['/2024/03/ink/'], ['/2024/03/blot']],
  ])('ADD-IMP-13: permalinks: %j', async (text, addresses, aliases) => {
    const pages = await pagesOf('hugo', {
      'hugo.yaml': 'permalinks:\n  page:\n    posts: /:year/:month/:slug/\n',
      'content/posts/ink-pot.md': head(text),
    });
    expect(pages.get('posts/ink-pot')).toMatchObject({ addresses, aliases });
  });

  test('ADD-IMP-13: pages that a cascade leaves out are drafts, except with a key of their own', async () => {
    const pages = await pagesOf('hugo', {
      'content/parts/_index.md': head(
        'title: Parts\nbuild: {render: always}\ncascade: {build: {render: never}}',
      ),
      'content/parts/A.md': head('title: A'),
      'content/parts-list.md': head('title: List'),
      'content/some/_index.md': head(
        'title: Some\ncascade: {target: {path: /x}, build: {render: never}}',
      ),
    });
    expect([...pages].map(([path, { isDraft }]) => [path, isDraft])).toEqual([
      ['parts-list', false],
      ['parts/A', true],
      ['parts/index', false],
      ['some/index', false],
    ]);
    expect(pages.get('parts/A')?.warnings).toEqual([
      'Its section has no pages in Hugo, so it is a draft.',
    ]);
  });
});

describe('Jekyll', () => {
  test('ADD-IMP-13: collections, permalinks and redirects', async () => {
    const pages = await pagesOf('jekyll', {
      '_config.yml':
        '---\npermalink: pretty\nexclude: [notes]\ncollections:\n  guides:\n    output: true\n    permalink: /:collection/:path/\n  data: {}\n',
      '_guides/setup/press.md': head('title: Press'),
      '_data/hidden.md': head('title: Hidden'),
      'notes/draft.md': head('title: Notes'),
      'about.md': head('title: About\nredirect_from: [/who/index.html, us.html]'),
      'index.md': head('title: Home'),
      'team/_posts/2024-01-02-ink.md': head('title: Ink\ncategories: Black Blue'),
      '_posts/2024-01-03-odd.md': head('title: Odd\npermalink: /:year/:title'),
      '_posts/undated.md': head('title: Undated'),
    });
    expect([...pages].map(([path, page]) => [path, page.addresses, page.aliases])).toEqual([
      ['guides/setup/press', ['/guides/setup/press/'], []],
      ['posts/odd', ['/2024/odd'], []],
      ['posts/undated', [], []],
      ['about', ['/about/'], ['/who/', '/us.html']],
      ['index', ['/'], []],
      ['posts/ink', ['/team/black/blue/2024/01/02/ink/'], []],
    ]);
    expect(pages.get('posts/undated')?.isDraft).toBe(true);
  });

  test('ADD-IMP-13: a broken or hostile configuration leaves the usual folders and addresses', async () => {
    for (const config of ['a: [', `a: &a [x]\n${'b: *a\n'.repeat(50_000)}`]) {
      const pages = await pagesOf('jekyll', {
        '_config.yml': config,
        '_posts/2024-01-02-ink.md': head('title: Ink'),
      });
      expect(pages.get('posts/ink')?.addresses).toEqual(['/2024/01/02/ink.html']);
    }
  });

  test('ADD-IMP-13: tags and filters for addresses become addresses, except in code', async () => {
    const body = [
      '[a]({{ "/docs/" | relative_url }}) [b]({{ site.baseurl }}/b/)',
      '[c]({% link _posts/2024-01-02-ink.md %}) [d]({% post_url 2024-01-02-ink %})',
      '[e]({% link gone.md %}) `{% post_url 2024-01-02-ink %}` {{ page.title }}',
    ].join('\n');
    const pages = await pagesOf('jekyll', {
      '_posts/2024-01-02-ink.md': head('title: Ink'),
      'docs/page.md': body,
    });
    expect(pages.get('docs/page')?.text).toBe(
      [
        '[a](/docs/) [b](/b/)',
        '[c](../_posts/2024-01-02-ink.md) [d](../_posts/2024-01-02-ink.md)',
        '[e]({% link gone.md %}) `{% post_url 2024-01-02-ink %}` {{ page.title }}',
      ].join('\n'),
    );
  });
});

describe('Obsidian', () => {
  test('ADD-IMP-13: links in tables, blocks, parts of files and permalinks', async () => {
    const pages = await pagesOf('obsidian', {
      'Ink.md': head('permalink: shop/ink'),
      'Map.pdf': 'x',
      'Page.md': '| a |\n| - |\n| [[Ink\\|black]] |\n\n[[Ink#^b1]] [[Map.pdf#page=3]]\n',
      'Notes/Other.md': '[ink](Ink.md#pots) [self](Other.md) [site](https://x.test/Ink.md)\n',
    });
    expect(pages.get('notes/other')?.text).toBe(
      '[ink](../Ink.md#pots) [self](Other.md) [site](https://x.test/Ink.md)\n',
    );
    expect(pages.get('page')?.text).toBe(
      '| a |\n| - |\n| [black](Ink.md) |\n\n[Ink](Ink.md) [Map.pdf](Map.pdf#page=3)\n',
    );
    expect(pages.get('ink')?.addresses).toEqual(['/shop/ink']);
  });
});

describe('Ghost', () => {
  const ghost = (data: Readonly<Record<string, unknown>>) => JSON.stringify({ db: [{ data }] });

  test('ADD-IMP-13: exports of old versions: pages, dates, authors, permalinks and posts without a text', async () => {
    const post = { status: 'published', html: '<p>A</p>', author_id: 1 };
    const pages = await pagesOf(
      'ghost',
      {
        'old.json': ghost({
          posts: [
            {
              ...post,
              id: 1,
              slug: 'ink',
              page: 0,
              published_at: 1_704_164_645_000,
              image: '/i.png',
            },
            { ...post, id: 2, slug: 'about', page: 1 },
            { id: 3, slug: 'idea', status: 'draft', html: null, title: 'Idea' },
          ],
          users: [{ id: 1, name: 'Ann' }],
          settings: [{ key: 'permalinks', value: '/:year/:month/:slug/' }],
        }),
      },
      'old.json',
    );
    expect(pages.get('posts/ink')).toMatchObject({
      addresses: ['/2024/01/ink/'],
      values: { authors: 'Ann', date: '2024-01-02T03:04:05.000Z', image: '/i.png' },
    });
    expect(pages.get('about')).toMatchObject({ isPost: false, addresses: ['/about/'] });
    expect(pages.get('posts/idea')).toMatchObject({ text: '', isDraft: true });
  });

  test('ADD-IMP-13: routes.yaml decides the addresses of posts, and posts_meta their descriptions', async () => {
    const pages = await pagesOf(
      'ghost',
      {
        'new.json': ghost({
          posts: [{ id: 'a', slug: 'ink', type: 'post', status: 'published', html: '<p>A</p>' }],
          posts_meta: [{ post_id: 'a', meta_description: 'About ink' }],
        }),
        'routes.yaml': 'collections:\n  /blog/:\n    permalink: /blog/{slug}/\n',
      },
      'new.json',
    );
    expect(pages.get('posts/ink')).toMatchObject({
      addresses: ['/blog/ink/'],
      values: { seo_description: 'About ink' },
    });
  });
});

test('ADD-IMP-13: pages of WordPress keep their places below their parents', async () => {
  const item = (id: number, link: string, name: string) =>
    `<item><wp:post_id>${id}</wp:post_id><wp:post_type>page</wp:post_type><wp:status>publish</wp:status><link>https://x.test${link}</link><wp:post_name>${name}</wp:post_name></item>`;
  const items = [
    item(1, '/about/team/', 'team'),
    item(2, '/shop/team/', 'team'),
    item(3, '/?page_id=3', 'loose'),
  ].join('');
  const pages = await pagesOf(
    'wordpress',
    { 'wxr.xml': `<rss><channel>${items}</channel></rss>` },
    'wxr.xml',
  );
  expect([...pages.keys()]).toEqual(['about/team', 'shop/team', 'loose']);
});
