import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { brief, setUpImport } from './import.fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

const approval = 'editorial:\n  require_approval: true\n';

const hugo = {
  'content/posts/first.md':
    '+++\ntitle = "First"\ndate = 2024-01-02\nauthor = "Ann"\naliases = ["/old/"]\n+++\nTwo  spaces\r\nstay.\n',
  'content/posts/later.md': '---\ntitle: Later\ndraft: true\n---\nD\n',
  'content/posts/hidden.md': '{"title": "Hidden", "published": false}\nH\n',
  'content/posts/broken.md': '---\ntitle: "x\n---\nD\n',
  'content/docs/_index.md': '---\ntitle: Docs\n---\nSection\n',
  'content/docs/pic.png': 'x',
};

const jekyll = {
  '_posts/2024-01-02-hello.md': '---\ntitle: Hello\ndate: 2024-01-02 10:00:00 +0200\n---\nHi\n',
  '_drafts/idea.md': '---\ntitle: Idea\n---\nI\n',
  'about.md': '---\ntitle: About\n---\nA\n',
};

const ghost = JSON.stringify({
  db: [
    {
      data: {
        posts: [
          {
            id: '1',
            slug: 'one',
            title: 'One',
            type: 'post',
            status: 'published',
            html: '<p>A <b>word</b></p>',
            published_at: '2024-01-02T10:00:00.000Z',
          },
          { id: '2', slug: 'two', title: 'Two', type: 'page', status: 'draft', html: '<p>B</p>' },
          {
            id: '3',
            slug: 'paid',
            title: 'Paid',
            type: 'post',
            status: 'published',
            visibility: 'paid',
            html: '<p>C</p>',
          },
        ],
        tags: [{ id: 't', name: 'Ink' }],
        posts_tags: [{ post_id: '1', tag_id: 't', sort_order: 0 }],
        users: [{ id: 'u', name: 'Ann' }],
        posts_authors: [{ post_id: '1', author_id: 'u', sort_order: 0 }],
      },
    },
  ],
});

const wordpress = `<?xml version="1.0"?>
<rss version="2.0" xmlns:content="c" xmlns:excerpt="e" xmlns:dc="d" xmlns:wp="w"><channel>
<item><title>Blocks &amp; more</title><link>https://x.test/2024/01/blocks/</link><dc:creator>ann</dc:creator>
<content:encoded><![CDATA[<!-- wp:paragraph --><p>A <strong>word</strong></p><!-- /wp:paragraph -->[gallery ids="1"]]]></content:encoded>
<excerpt:encoded><![CDATA[Short]]></excerpt:encoded><wp:post_id>7</wp:post_id><wp:post_date_gmt>2024-01-02 10:00:00</wp:post_date_gmt>
<wp:post_name>blocks</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
<category domain="post_tag" nicename="ink"><![CDATA[Ink]]></category></item>
<item><title>Private</title><link>https://x.test/?p=8</link><content:encoded><![CDATA[One

two]]></content:encoded><wp:post_id>8</wp:post_id><wp:post_name>private</wp:post_name><wp:status>private</wp:status><wp:post_type>page</wp:post_type></item>
<item><wp:post_id>9</wp:post_id><wp:post_type>attachment</wp:post_type></item>
</channel></rss>
`;

describe('galley import', { timeout: 120_000 }, () => {
  test('ADD-IMP-15: recognises the system, and asks when it is not clear', async () => {
    await using here = await setUpImport(jekyll);
    const project = ['--dry-run', '--project', here.site.directory];
    const run = (...args: string[]) =>
      galleyHere(['import', ...args, ...project], {
        variables: { DATABASE_URL: here.database.url },
      });
    const { directory } = here.old;
    const { ending, stdout } = await run(directory);
    expect([ending, stdout.split('\n')[0]]).toEqual([
      0,
      'Recognised as jekyll by _drafts/, _posts/.',
    ]);
    expect((await run('jekyll', directory)).stdout).not.toContain('Recognised');
    const named = JSON.parse((await run(directory, '--from', 'jekyll', '--json')).stdout) as object;
    expect(named).toMatchObject({ format: 'jekyll', signs: null, pages: 3 });
    await here.write('hugo.toml', '');
    const unclear = await run(directory);
    expect([unclear.ending, unclear.stderr]).toEqual([
      1,
      expect.stringContaining('can be of hugo (hugo.toml) or jekyll (_drafts/, _posts/)') as string,
    ]);
    const wrong = await run('joomla', directory);
    expect([wrong.ending, wrong.stderr]).toEqual([
      1,
      expect.stringContaining('should be one of markdown, hugo') as string,
    ]);
    expect((await run('hugo', directory, '--from', 'jekyll')).stderr).toContain('differ');
  });

  test('ADD-IMP-1: a dry run lists pages and changes nothing', async () => {
    await using here = await setUpImport(hugo);
    const report = await here.report('hugo', ['--dry-run', '--publish']);
    expect(brief(report)).toEqual([
      'pages/docs/index.md published new',
      'posts/first.md published new',
      'posts/hidden.md draft new',
      'posts/later.md draft new',
    ]);
    expect(report.files).toEqual([]);
    expect(report.skipped).toEqual([
      { source: 'content/docs/pic.png', reason: expect.stringContaining('PNG') as string },
      { source: 'content/posts/broken.md', reason: expect.stringContaining('Line 2') as string },
    ]);
    await expect(here.read('posts/first.md')).rejects.toThrow('ENOENT');
  });

  test('ADD-IMP-1: the report names a reason that many files share once', async () => {
    const fonts = ['a', 'b', 'c', 'd'].map((name) => [`${name}.scss`, ''] as const);
    await using here = await setUpImport({ ...Object.fromEntries(fonts), 'a.md': 'A\n' });
    const { directory } = here.site;
    const { stdout } = await galleyHere(
      ['import', 'markdown', here.old.directory, '--dry-run', '--project', directory],
      { variables: { DATABASE_URL: here.database.url } },
    );
    expect(stdout).toContain('4 files, such as a.scss, b.scss, c.scss: It is neither');
  });

  test('ADD-IMP-2: everything arrives as drafts, and bodies keep their bytes', async () => {
    await using here = await setUpImport(hugo);
    const report = await here.report('hugo');
    expect(report).toMatchObject({ pages: 4, media: 0, redirects: 1 });
    expect(report.documents.every(({ status }) => status === 'draft')).toBe(true);
    const text = await here.read('posts/first.md');
    expect(text).toMatch(/---\nTwo {2}spaces\r\nstay\.\n$/);
    expect(text).toContain('authors: Ann\n');
    expect(text).toContain('workflow: draft\n');
  });

  test('ADD-IMP-3: a repeated import changes only what the source changed, and no edits made here', async () => {
    await using here = await setUpImport(hugo);
    await here.report('hugo', ['--publish']);
    const again = await here.report('hugo', ['--publish']);
    expect([again.pages, again.documents.map(({ change }) => change)]).toEqual([
      0,
      Array(4).fill('unchanged'),
    ]);
    const edited = join(here.site.directory, 'content/posts/first.md');
    await writeFile(edited, (await here.read('posts/first.md')).replace('stay', 'remain'));
    for (const name of ['first', 'later']) {
      const file = join(here.old.directory, `content/posts/${name}.md`);
      await writeFile(file, `${await readFile(file, 'utf8')}More\n`);
    }
    const third = await here.report('hugo', ['--publish']);
    expect(brief(third)).toContain('posts/later.md draft changed');
    expect(third.skipped).toContainEqual({
      source: 'content/posts/first.md',
      reason: 'posts/first.md has been edited here.',
    });
    expect(await here.read('posts/first.md')).toContain('remain');
    expect(await here.read('posts/later.md')).toMatch(/D\nMore\n$/);
  });

  test('ADD-IMP-4: where approval is required, --publish puts pages into review', async () => {
    await using here = await setUpImport(hugo, approval);
    const { documents } = await here.report('hugo', ['--publish']);
    expect(documents.map(({ status }) => status)).toEqual([
      'in_review',
      'in_review',
      'draft',
      'draft',
    ]);
    expect(await here.read('posts/first.md')).toContain('workflow: in_review\n');
  });

  test('Jekyll: dates and addresses come from file names', async () => {
    await using here = await setUpImport(jekyll);
    const report = await here.report('jekyll', ['--publish']);
    expect(brief(report)).toEqual([
      'posts/idea.md draft new',
      'posts/hello.md published new',
      'pages/about.md published new',
    ]);
    expect(await here.read('posts/hello.md')).toContain('/2024/01/02/hello.html');
  });

  test('Ghost: HTML becomes Markdown, and paid posts stay drafts', async () => {
    await using here = await setUpImport({ 'ghost.json': ghost });
    const report = await here.report('ghost', ['--publish'], 'ghost.json');
    expect(brief(report)).toEqual([
      'posts/one.md published new',
      'pages/two.md draft new',
      'posts/paid.md draft new',
    ]);
    const text = await here.read('posts/one.md');
    expect(text).toMatch(/---\nA \*\*word\*\*\n$/);
    for (const part of ['Ink', 'Ann', '/one/', '2024-01-02']) expect(text).toContain(part);
  });

  test('WordPress: blocks become Markdown, and private pages stay drafts', async () => {
    await using here = await setUpImport({ 'wxr.xml': wordpress });
    const report = await here.report('wordpress', ['--publish'], 'wxr.xml');
    expect(brief(report)).toEqual(['posts/blocks.md published new', 'pages/private.md draft new']);
    expect(report.skipped).toEqual([]);
    expect(report.warnings).toEqual([
      { source: 'post/7', message: 'It keeps the shortcodes gallery as text.' },
    ]);
    const text = await here.read('posts/blocks.md');
    for (const part of ['Blocks & more', 'A **word**', 'Ink', 'ann', '/2024/01/blocks/', 'Short'])
      expect(text).toContain(part);
    expect(await here.read('pages/private.md')).toMatch(/---\nOne\n\ntwo\n$/);
  });

  test('ADD-IMP-10: broken XML at the end of an export imports nothing', async () => {
    const items = [1, 2].map(
      (id) =>
        `<item><title>P${id}</title><wp:post_id>${id}</wp:post_id><wp:post_name>p${id}</wp:post_name><wp:post_type>post</wp:post_type></item>`,
    );
    await using here = await setUpImport({ file: `<rss><channel>${items.join('')}<item>` });
    expect((await here.run('wordpress', [], 'file')).ending).toBe(1);
    await expect(here.read('posts/p1.md')).rejects.toThrow('ENOENT');
  });

  test.each([
    ['wordpress', '<!DOCTYPE r [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><rss>&b;</rss>', 'DOCTYPE'],
    ['wordpress', '<rss><item>', 'not valid'],
    ['ghost', '{"db": 1}', 'not an export from Ghost'],
    ['ghost', '{', 'not JSON'],
    ['hugo', '', 'should be the folder'],
  ])('%s: the source %j is refused with exit code 1', async (format, text, message) => {
    await using here = await setUpImport({ file: text });
    const { ending, stderr } = await here.run(format, [], 'file');
    expect(ending).toBe(1);
    expect(stderr).toContain(message);
  });
});
