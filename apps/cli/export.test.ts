import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ExportReport, ImportReport } from '@galley/cms';
import { temporaryDirectory } from '@galley/testing';
import { openTestDatabase, Site } from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

const settings = `title: Press
language: en
languages:
  es: { title: Prensa }
time_zone: Europe/Madrid
menu:
  - { title: About, url: /about/, children: [{ title: Setup, url: /guide/setup/ }] }
redirects:
  - { from: /go/, to: /about/ }
forms:
  contact: { title: Contact, fields: [{ name: text, label: Text, type: text }] }
`;

const files = {
  'galley.yaml': 'limits:\n  connections_per_address: 77\n',
  'content/config/site.yaml': settings,
  'content/pages/index.md': '---\ntitle: Home\n---\nWelcome.\n',
  'content/pages/about.md': '---\ntitle: About\n---\nSee [setup](guide/setup.md#first).\n',
  'content/pages/guide/index.md': '---\ntitle: Guide\n---\nBooks.\n',
  'content/pages/guide/setup.md':
    '---\ntitle: "Set: up"\ntags: [Ink & Paper, E. M]\naliases: [/old/setup/]\nauthors: [Ann, Bo]\ntype: x\n---\n# First\n\n{{< ref >}} and `[a](../about.md)`\n',
  'content/posts/e.md':
    '---\ntitle: Year\ndate: 2025-01-01\nsummary: Short\n---\n![A press](/media/a.svg)\n',
  'content/posts/es/e.md': '---\ntitle: Año\nslug: año\n---\nVea [esto](../e.md).\n',
  'content/posts/later.md': '---\ntitle: Later\nworkflow: draft\n---\nD\n',
  'content/posts/broken.md': '---\ntitle: "x\n---\nD\n',
  'content/posts/write.md': '---\ntitle: Write\nworkflow: draft\n---\n{{form name="contact"}}\n',
  'static/google1.html': 'google-site-verification',
  'static/.well-known/nostr.json': '{}',
  'static/_redirects': '/own /about/ 302\n',
  'static/media/hidden.txt': 'hidden',
  'content/media/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

async function setUp() {
  const database = await openTestDatabase();
  const site = await Site.create(files);
  const folder = await temporaryDirectory();
  const destination = join(folder.path, 'out');
  const run = (format: string, ...args: string[]) =>
    galleyHere(['export', format, destination, '--json', '--project', site.directory, ...args], {
      variables: { DATABASE_URL: database.url },
    });
  return {
    destination,
    site,
    run,
    report: async (format: string, ...args: string[]) => {
      const { ending, stdout } = await run(format, ...args);
      expect(ending).toBe(0);
      return JSON.parse(stdout) as ExportReport;
    },
    read: (path: string) => readFile(join(destination, path), 'utf8'),
    async [Symbol.asyncDispose]() {
      await folder[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

async function importAgain(format: string, source: string) {
  await using database = await openTestDatabase();
  const site = await Site.create({ 'galley.yaml': '', 'content/config/site.yaml': settings });
  const { ending, stdout } = await galleyHere(
    ['import', format, source, '--publish', '--json', '--project', site.directory],
    { variables: { DATABASE_URL: database.url } },
  );
  expect(ending).toBe(0);
  return { site, documents: (JSON.parse(stdout) as ImportReport).documents };
}

describe('galley export', { timeout: 120_000 }, () => {
  test('ADD-EXP-1, ADD-EXP-6: a dry run lists the files and what is left out, and writes nothing', async () => {
    await using here = await setUp();
    const report = await here.report('hugo', '--dry-run');
    expect(report).toMatchObject({ documents: 8, drafts: 2, media: 1, authors: 2, redirects: 2 });
    expect(report.files).toContain('content/posts/e.es.md');
    expect(report.skipped).toEqual([
      { source: 'posts/broken.md', reason: expect.stringContaining('Line 2') as string },
      {
        source: 'forms: contact',
        reason: expect.stringMatching(/^Hugo has no forms.* in posts\/write\.md:/) as string,
      },
      { source: 'static/media/hidden.txt', reason: expect.stringContaining('itself.') as string },
      { source: 'static/_redirects', reason: 'A file of the export has this address.' },
    ]);
    expect(report.warnings).toEqual([
      {
        source: 'pages/guide/setup.md',
        message: 'Left out type, which Hugo understands differently.',
      },
      { source: 'posts/write.md', message: 'Keeps blocks of plugins as text.' },
    ]);
    await expect(access(here.destination)).rejects.toThrow('ENOENT');
  });

  test('ADD-EXP-1: a folder with files needs --replace, and the project is no destination', async () => {
    await using here = await setUp();
    await mkdir(here.destination);
    await writeFile(join(here.destination, 'mine.txt'), 'x');
    const refused = await here.run('galley');
    expect(refused.ending).toBe(1);
    expect(refused.stderr).toContain('is not empty');
    expect(await readdir(here.destination)).toEqual(['mine.txt']);
    await here.report('galley', '--replace');
    expect(await readdir(here.destination)).not.toContain('mine.txt');
    const { ending, stderr } = await galleyHere(
      ['export', 'hugo', here.site.directory, '--replace', '--project', here.site.directory],
      { variables: {} },
    );
    expect([ending, stderr]).toEqual([1, expect.stringContaining('contains the project')]);
  });

  test('ADD-EXP-2, ADD-EXP-6: Hugo gets the same addresses, texts, redirects, menus and static files', async () => {
    await using here = await setUp();
    await here.report('hugo');
    const found = await Promise.all(
      (await readdir(join(here.destination, 'content'), { recursive: true }))
        .filter((path) => path.endsWith('.md'))
        .sort()
        .map(async (path) => {
          const [, head, body] = /^---\n(.*?)---\n(.*)$/s.exec(await here.read(`content/${path}`))!;
          const value = (key: string) => new RegExp(`^${key}: "?(.*?)"?$`, 'm').exec(head!)?.[1];
          return [path, value('title'), value('url'), value('draft'), body];
        }),
    );
    expect(found).toEqual([
      ['_index.md', 'Home', '/', 'false', 'Welcome.\n'],
      ['pages/_index.es.md', 'Pages', undefined, undefined, ''],
      ['pages/_index.md', 'Pages', undefined, undefined, ''],
      ['pages/about.md', 'About', '/about/', 'false', 'See [setup](/guide/setup/#first).\n'],
      ['pages/guide/_index.md', 'Guide', '/guide/', 'false', 'Books.\n'],
      [
        'pages/guide/setup.md',
        'Set: up',
        '/guide/setup/',
        'false',
        '# First\n\n{{</* ref */>}} and `[a](../about.md)`\n',
      ],
      ['posts/_index.es.md', 'Posts', undefined, undefined, ''],
      ['posts/_index.md', 'Posts', undefined, undefined, ''],
      ['posts/e.es.md', 'Año', '/es/posts/año/', 'false', 'Vea [esto](/posts/e/).\n'],
      ['posts/e.md', 'Year', '/posts/e/', 'false', '![A press](/media/a.svg)\n'],
      ['posts/later.md', 'Later', '/posts/later/', 'true', 'D\n'],
      ['posts/write.md', 'Write', '/posts/write/', 'true', '{{form name="contact"}}\n'],
      ['tags/e.-m/_index.md', 'E. M', '/tags/e-m/', undefined, ''],
    ]);
    expect(await here.read('content/posts/e.md')).toContain('date: "2025-01-01T00:00:00+01:00"\n');
    expect(await here.read('content/pages/guide/setup.md')).toContain('- /old/setup/\n');
    expect(await here.read('content/pages/about.md')).toContain('- /go\n');
    expect(await here.read('static/_redirects')).toBe('/go /about/ 301\n');
    expect(await here.read('static/media/a.svg')).toContain('<svg');
    for (const path of ['static/google1.html', 'static/.well-known/nostr.json'] as const)
      expect(await here.read(path)).toBe(files[path]);
    const config = await here.read('hugo.toml');
    expect(config).toContain('baseURL = "http://localhost:8080/"\n');
    expect(config).toContain('parent = "m1"\nname = "Setup"\nurl = "/guide/setup/"\n');
  });

  test('ADD-EXP-3, ADD-EXP-6: Ghost gets posts, pages, tags and authors with HTML', async () => {
    await using here = await setUp();
    const { skipped } = await here.report('ghost');
    expect(skipped.map(({ source }) => source)).toEqual([
      'posts/broken.md',
      'forms: contact',
      'static/.well-known/nostr.json',
      'static/_redirects',
      'static/google1.html',
    ]);
    const { db } = JSON.parse(await here.read('ghost.json')) as {
      db: { data: Record<string, Record<string, unknown>[]> }[];
    };
    const { posts, tags, users, posts_tags, posts_authors } = db[0]!.data;
    expect(posts!.map(({ slug, type, status }) => [slug, type, status])).toEqual([
      ['about', 'page', 'published'],
      ['guide', 'page', 'published'],
      ['guide-setup', 'page', 'published'],
      ['index', 'page', 'published'],
      ['e', 'post', 'published'],
      ['año-es', 'post', 'published'],
      ['later', 'post', 'draft'],
      ['write', 'post', 'draft'],
    ]);
    const { html, lexical, custom_excerpt } = posts![4]!;
    expect(html).toContain('src="/content/images/a.svg"');
    expect(
      (JSON.parse(String(lexical)) as { root: { children: unknown[] } }).root.children,
    ).toEqual([{ type: 'html', version: 1, html }]);
    expect(custom_excerpt).toBe('Short');
    expect(tags!.map(({ name }) => name)).toEqual(['Ink & Paper', 'E. M']);
    expect(users!.map(({ name }) => name)).toContain('Ann');
    expect(posts_tags).toHaveLength(2);
    expect(posts_authors).toHaveLength(9);
    expect(JSON.parse(await here.read('redirects.json'))).toContainEqual({
      from: '^/guide/setup/?$',
      to: '/guide-setup/',
      permanent: true,
    });
    await access(join(here.destination, 'content/images/a.svg'));
  });

  test('ADD-EXP-4: an export has no settings of the server, and a folder that Galley serves', async () => {
    await using here = await setUp();
    await here.report('galley');
    expect(await here.read('galley.yaml')).not.toContain('77');
    for (const path of Object.keys(files).filter((name) => name.startsWith('content/')))
      expect(await here.read(path)).toBe(files[path as keyof typeof files]);
  });

  test('ADD-EXP-5: the own export of Hugo imports with the same titles, texts and addresses', async () => {
    await using here = await setUp();
    await here.report('hugo');
    const again = await importAgain('hugo', here.destination);
    await using site = again.site;
    const addresses = again.documents.map(({ path, url, status }) => [path, url, status]);
    expect(addresses).toEqual(
      expect.arrayContaining([
        ['pages/index.md', '/', 'published'],
        ['pages/about.md', '/about/', 'published'],
        ['pages/guide/index.md', '/guide/', 'published'],
        ['pages/guide/setup.md', '/guide/setup/', 'published'],
        ['posts/e.md', '/posts/e/', 'published'],
        ['posts/es/e.md', '/es/posts/a%C3%B1o/', 'published'],
        ['posts/later.md', '/posts/later/', 'draft'],
      ]),
    );
    const text = await readFile(join(site.directory, 'content/pages/guide/setup.md'), 'utf8');
    expect(text).toContain('title: "Set: up"\n');
    expect(text).toMatch(/\n---\n# First\n/);
  });

  test('ADD-EXP-5: the own export for Ghost imports with the same titles, texts and addresses', async () => {
    await using here = await setUp();
    await here.report('ghost');
    const again = await importAgain('ghost', join(here.destination, 'ghost.json'));
    await using site = again.site;
    const addresses = again.documents.map(({ path, url, status }) => [path, url, status]);
    expect(addresses).toEqual(
      expect.arrayContaining([
        ['pages/about.md', '/about/', 'published'],
        ['pages/guide.md', '/guide/', 'published'],
        ['posts/e.md', '/posts/e/', 'published'],
        ['posts/later.md', '/posts/later/', 'draft'],
      ]),
    );
    const text = await readFile(join(site.directory, 'content/pages/about.md'), 'utf8');
    expect(text).toContain('title: About\n');
    expect(text).toMatch(/---\nSee \[setup\]\(\/guide\/setup\/#first\)\.\n$/);
  });
});
