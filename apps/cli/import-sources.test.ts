import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { buffer } from 'node:stream/consumers';
import { brief, pixel, setUpImport } from './import.fixtures.ts';

async function zipOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}

const published = ['--publish'];

describe('media files', { timeout: 120_000 }, () => {
  test('ADD-IMP-5: files of a Hugo site come along, and only their addresses change in texts', async () => {
    await using here = await setUpImport({
      'content/posts/bundle/index.md':
        '---\ntitle: B\ncover:\n  image: pic.png\n---\n![a](pic.png "T")  \r\n![b](/images/a.png#x) `![b](/images/a.png)`\n\n```md\n![b](/images/a.png)\n```\n{{< figure src="/images/a.png" >}} ![c](/gone.png)\n',
      'hugo.toml':
        '[[menus.main]]\nname = "About"\nurl = "/about/"\nweight = 2\n[[menus.main]]\nname = "Home"\npageRef = "/"\nweight = 1\n[[menus.main]]\nname = "Below"\nparent = "About"\nurl = "/below/"\n',
    });
    await here.write('content/posts/bundle/pic.png', pixel);
    await here.write('static/images/a.png', pixel);
    const report = await here.report('hugo', published);
    expect(report).toMatchObject({ pages: 1, media: 2, menus: 1 });
    expect(report.files.map(({ path }) => path)).toEqual([
      'media/posts/bundle/pic.png',
      'media/images/a.png',
    ]);
    expect(report.warnings.map(({ message }) => message)).toEqual([
      'The source does not have the files /gone.png; their addresses stay.',
    ]);
    const text = await here.read('posts/bundle/index.md');
    expect(text.split('---\n').at(-1)).toBe(
      '![a](/media/posts/bundle/pic.png "T")  \r\n![b](/media/images/a.png#x) `![b](/images/a.png)`\n\n```md\n![b](/images/a.png)\n```\n{{< figure src="/media/images/a.png" >}} ![c](/gone.png)\n',
    );
    expect(text).toContain('image: /media/posts/bundle/pic.png\n');
    expect(await here.read('config/site.yaml')).toContain('title: Home');
    const again = await here.report('hugo', published);
    expect(again).toMatchObject({ pages: 0, media: 0, menus: 0 });
    expect(again.warnings.map(({ message }) => message)).toContain(
      'The menu main is already set here and stays.',
    );
  });

  test('ADD-IMP-14: links of pages that have moved, in any case, and to headings', async () => {
    const links =
      '[a](../guides/Big/) [b](/guides/big/) [c](/guides/big/#ink--paper) [d](#who-is-it) [e](/GUIDES/big/) [f](#there) [g](https://x.test/gone.png)\n\n[`h`]: /Guides/BIG/#ink--paper';
    await using here = await setUpImport({
      'hugo.toml':
        '[permalinks]\nposts = "/:year/:slug/"\n[[menus.footer]]\nname = "Big"\nurl = "/guides/big/"\n',
      'content/guides/Big.md': '---\ntitle: Big\n---\n## Ink & Paper\n',
      'content/posts/one.md': `---\ntitle: One\ndate: Jul 08 2022\n---\n## Who is "it"?\n\n## There\n\n\`[h](#who-is-it)\`\n${links}\n`,
    });
    const report = await here.report('hugo', published);
    expect(report.warnings.map(({ message }) => message)).toEqual([
      'Its date "Jul 08 2022" is not one that Galley reads; it is 2022-07-08 now.',
    ]);
    const text = await here.read('posts/one.md');
    expect(text).toContain('date: 2022-07-08');
    expect(text.split('---\n').at(-1)).toBe(
      '## Who is "it"?\n\n## There\n\n`[h](#who-is-it)`\n[a](../pages/guides/Big.md) [b](/guides/big/) [c](/guides/big/#ink-paper) [d](#who-is-it) [e](../pages/guides/Big.md) [f](#there) [g](https://x.test/gone.png)\n\n[`h`]: ../pages/guides/Big.md#ink-paper\n',
    );
    expect(await here.read('config/site.yaml')).toMatch(/footer:\s*- title: Big/);
  });

  test('ADD-IMP-6: a changed file replaces the imported one, and a file of this site stays', async () => {
    await using here = await setUpImport({ 'a.md': 'A\n', 'b.txt': 'one' });
    await here.report('markdown');
    await here.write('b.txt', 'two');
    expect((await here.report('markdown')).files).toEqual([
      { source: 'b.txt', path: 'media/b.txt', change: 'changed' },
    ]);
    expect(await here.read('media/b.txt')).toBe('two');
    await writeFile(join(here.site.directory, 'content/media/c.txt'), 'here');
    await here.write('c.txt', 'there');
    expect((await here.report('markdown')).skipped).toEqual([
      { source: 'c.txt', reason: 'media/c.txt was uploaded or replaced here.' },
    ]);
  });
});

describe('formats', { timeout: 120_000 }, () => {
  test('ADD-IMP-7: Obsidian: links, embeds and tags', async () => {
    await using here = await setUpImport({
      'Daily notes/My day.md':
        '---\ntags: [x]\n---\nSee [[Paper mills|mills]] and [[Paper mills#Old ones]] #ink #x `[[no]]` [[Gone]]\n\n![[ink blot.png|300]] ![[Paper mills]]\n',
      'Paper mills.md': '# Old ones\n',
      '.obsidian/app.json': '{}',
    });
    await here.write('Files/ink blot.png', pixel);
    const report = await here.report('obsidian', published);
    expect(brief(report)).toEqual([
      'pages/daily-notes/my-day.md published new',
      'pages/paper-mills.md published new',
    ]);
    const text = await here.read('pages/daily-notes/my-day.md');
    expect(text).toContain('title: My day\n');
    expect(text).toMatch(/tags:\s*(?:\[x, ink\]|\n\s*- x\n\s*- ink)/);
    expect(text.split('---\n').at(-1)).toBe(
      'See [mills](../paper-mills.md) and [Paper mills](../paper-mills.md#old-ones) #ink #x `[[no]]` Gone\n\n![](/media/Files/ink%20blot.png) [Paper mills](../paper-mills.md)\n',
    );
    expect(report.warnings).toHaveLength(2);
  });

  test.each<{
    readonly format: string;
    readonly files: Readonly<Record<string, string>>;
    readonly path: string;
    readonly parts: readonly string[];
  }>([
    {
      format: 'eleventy',
      files: { 'posts/2024-01-02-one.md': '---\ntitle: One\n---\nT\n', '_includes/x.md': 'no' },
      path: 'posts/one.md',
      parts: ['date: 2024-01-02'],
    },
    {
      format: 'astro',
      files: {
        'src/content/blog/one.md':
          '---\ntitle: One\npubDate: 2024-01-02\ndescription: Short\n---\nT\n',
      },
      path: 'posts/one.md',
      parts: ['/blog/one/', 'date: 2024-01-02', 'summary: Short'],
    },
    {
      format: 'docusaurus',
      files: { 'docs/01-guide/02-start.mdx': '---\ntitle: Start\nsidebar_position: 2\n---\nT\n' },
      path: 'pages/docs/guide/start.md',
      parts: ['weight: 2', 'T\n'],
    },
  ])('ADD-IMP-8: $format: paths, addresses and keys', async ({ format, files, path, parts }) => {
    await using here = await setUpImport(files);
    const report = await here.report(format, published);
    expect(brief(report)).toEqual([`${path} published new`]);
    const text = await here.read(path);
    for (const part of parts) expect(text).toContain(part);
  });

  test('ADD-IMP-9: Ghost: Lexical, Mobiledoc, pictures and navigation', async () => {
    const text = (value: string, format = 0) => ({ type: 'extended-text', text: value, format });
    const lexical = {
      root: {
        children: [
          { type: 'paragraph', children: [text('A '), text('word', 1)] },
          { type: 'image', src: '__GHOST_URL__/content/images/size/w600/2024/a.png', alt: 'Alt' },
          { type: 'signup' },
          { type: 'poll' },
        ],
      },
    };
    const mobiledoc = {
      version: '0.3.1',
      markups: [['a', ['href', '__GHOST_URL__/lex/']]],
      atoms: [],
      cards: [['markdown', { markdown: '*kept*' }]],
      sections: [
        [1, 'p', [[0, [0], 1, 'link']]],
        [10, 0],
      ],
    };
    const post = { type: 'post', status: 'published' };
    const data = {
      posts: [
        { ...post, id: '1', slug: 'lex', title: 'Lex', lexical: JSON.stringify(lexical) },
        { ...post, id: '2', slug: 'mob', title: 'Mob', mobiledoc: JSON.stringify(mobiledoc) },
        { ...post, id: '3', slug: 'bad', title: 'Bad', lexical: '{' },
      ],
      settings: [{ key: 'navigation', value: '[{"label":"About","url":"__GHOST_URL__/about/"}]' }],
    };
    await using here = await setUpImport({ 'export.json': JSON.stringify({ db: [{ data }] }) });
    await here.write('content/images/2024/a.png', pixel);
    const report = await here.report('ghost', published);
    expect(report).toMatchObject({ pages: 2, media: 1, menus: 1 });
    expect(report.skipped).toEqual([
      { source: 'posts/bad', reason: expect.stringContaining('cannot be read') as string },
    ]);
    expect(report.warnings[0]!.message).toContain('poll');
    expect(await here.read('posts/lex.md')).toMatch(
      /---\nA \*\*word\*\*\n\n!\[Alt\]\(\/media\/2024\/a\.png\)\n$/,
    );
    expect(await here.read('posts/mob.md')).toMatch(/---\n\[link\]\(\/lex\/\)\n\n\*kept\*\n$/);
    expect(await here.read('config/site.yaml')).toContain('/about/');
  });

  test('ADD-IMP-9: WordPress: uploads by --media, and menus', async () => {
    const item = (id: number, type: string, inner: string) =>
      `<item><wp:post_id>${id}</wp:post_id><wp:post_type>${type}</wp:post_type>${inner}</item>`;
    const meta = (key: string, value: string) =>
      `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
    const entry = meta('_menu_item_type', 'post_type') + meta('_menu_item_object_id', '1');
    await using here = await setUpImport({
      'wxr.xml': `<rss><channel><wp:base_blog_url>https://x.test</wp:base_blog_url>${[
        item(
          1,
          'page',
          `<title>About</title><link>https://x.test/about/</link><wp:post_name>about</wp:post_name><wp:status>publish</wp:status>${meta('_thumbnail_id', '2')}<content:encoded><![CDATA[<p><img src="https://x.test/wp-content/uploads/2024/01/a-300x200.png" alt="A"></p>]]></content:encoded>`,
        ),
        item(
          2,
          'attachment',
          '<wp:attachment_url>https://x.test/wp-content/uploads/2024/01/a.png</wp:attachment_url>',
        ),
        item(
          3,
          'nav_menu_item',
          `${entry}<category domain="nav_menu" nicename="main">M</category>`,
        ),
      ].join('')}</channel></rss>`,
    });
    await here.write('uploads/2024/01/a.png', pixel);
    await here.write('uploads/2024/01/a-300x200.png', pixel);
    const media = ['--media', join(here.old.directory, 'uploads')];
    const report = await here.report('wordpress', [...published, ...media], 'wxr.xml');
    expect(report).toMatchObject({ pages: 1, media: 1, menus: 1, skipped: [] });
    const text = await here.read('pages/about.md');
    expect(text).toContain('![A](/media/2024/01/a.png)');
    expect(text).toContain('image: /media/2024/01/a.png');
    expect(await here.read('config/site.yaml')).toMatch(/title: About\n\s*url: \/about\//);
  });

  test('ADD-IMP-9: Substack from a ZIP: only posts for everyone are published', async () => {
    await using here = await setUpImport({});
    const csv = [
      'post_id,post_date,is_published,audience,type,title,subtitle',
      '1.one,2024-01-02T10:00:00Z,true,everyone,newsletter,"One, first",Sub',
      '2.two,2024-01-03T10:00:00Z,true,only_paid,newsletter,Two,',
      '3.three,,true,everyone,newsletter,Three,',
    ].join('\n');
    const zip = await zipOf({
      'export/posts.csv': csv,
      'export/posts/1.one.html': '<p>A <em>word</em></p>',
      'export/posts/2.two.html': '<p>B</p>',
    });
    await here.write('export.zip', zip);
    const report = await here.report('substack', published, 'export.zip');
    expect(brief(report)).toEqual(['posts/one.md published new', 'posts/two.md draft new']);
    expect(report.skipped).toEqual([
      { source: 'posts/3.three', reason: 'It has no file posts/3.three.html.' },
    ]);
    const text = await here.read('posts/one.md');
    for (const part of ['One, first', 'summary: Sub', '/p/one', 'A _word_']) {
      expect(text).toContain(part);
    }
  });

  test('ADD-IMP-9: Medium: titles, dates and drafts', async () => {
    const page = (title: string, rest: string) =>
      `<article class="h-entry"><header><h1 class="p-name">${title}</h1></header><section data-field="body" class="e-content"><h3 class="graf graf--h3 graf--title">${title}</h3><p class="graf">Text.</p></section>\n<footer><p>By <a href="https://medium.com/@ann" class="p-author h-card">Ann</a> on <a href="#"><time class="dt-published" datetime="2024-01-02T10:00:00.000Z">January</time></a>.</p><p><a href="https://medium.com/@ann/one-1a2b3c4d5e6f" class="p-canonical">C</a></p>${rest}</footer></article>`;
    await using here = await setUpImport({
      'posts/2024-01-02_One---two-1a2b3c4d5e6f.html': page('One &amp; two', ''),
      'posts/draft_Idea-1a2b3c4d5e6e.html': page('Idea', ''),
    });
    const report = await here.report('medium', published);
    expect(brief(report)).toEqual(['posts/one-two.md published new', 'posts/idea.md draft new']);
    const text = await here.read('posts/one-two.md');
    expect(text).toMatch(/---\nText\.\n$/);
    for (const part of ['title: One & two', 'authors: Ann', '2024-01-02', '/@ann/one-1a2b3c4d5e6f'])
      expect(text).toContain(part);
  });
});

describe('hostile sources', { timeout: 120_000 }, () => {
  test('ADD-IMP-10: an archive with a name outside, and one that unpacks to too much', async () => {
    await using here = await setUpImport({});
    const zip = await zipOf({ 'aa/posts.csv': 'post_id\n' });
    const outside = Buffer.from(
      zip.toString('latin1').replaceAll('aa/posts', '../posts'),
      'latin1',
    );
    await here.write('outside.zip', outside);
    await here.write('bomb.zip', await zipOf({ 'posts.csv': ' '.repeat(120 * 1024 * 1024) }));
    await here.write('broken.zip', 'no archive');
    for (const [name, message] of [
      ['outside.zip', '../posts.csv'],
      ['bomb.zip', 'times its size'],
      ['broken.zip', 'cannot be read as a ZIP'],
    ] as const) {
      const { ending, stderr } = await here.run('substack', [], name);
      expect([ending, stderr]).toEqual([1, expect.stringContaining(message)]);
    }
  });

  test('an unknown format is answered with the known ones', async () => {
    await using here = await setUpImport({});
    const { stderr } = await here.run('nope');
    expect(stderr).toContain('The format should be one of markdown, hugo, jekyll');
  });
});
