import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory, zipOf, zipOfFiles } from '@galley/testing';
import { recogniseSource } from './recognise-source.ts';

type Files = Readonly<Record<string, string>>;

const ghost = '{"db":[{"meta":{"exported_on":1},"data":{"posts":[]}}]}';
const wordpress =
  '<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel/>';
const md = '---\ntitle: A\n---\nText.\n';

async function write(folder: string, files: Files): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

const recognised: readonly (readonly [string, string, Files])[] = [
  ['hugo', 'hugo.toml', { 'hugo.toml': '', 'content/a.md': md }],
  ['hugo', 'config/_default/', { 'config/_default/menus.yaml': '', 'content/a.md': md }],
  ['hugo', 'archetypes/', { 'archetypes/default.md': md, 'content/a.md': md }],
  ['jekyll', '_config.yml', { '_config.yml': '', 'index.md': md }],
  ['jekyll', '_posts/', { '_posts/2024-01-02-a.md': md }],
  ['eleventy', '.eleventy.js', { '.eleventy.js': '', 'src/a.md': md }],
  ['eleventy', '@11ty/eleventy', { 'package.json': '{"devDependencies":{"@11ty/eleventy":"3"}}' }],
  ['astro', 'astro.config.mjs', { 'astro.config.mjs': '', 'src/content/blog/a.md': md }],
  ['astro', 'package.json: astro', { 'package.json': '{"dependencies":{"astro":"5"}}' }],
  ['docusaurus', 'docusaurus.config.ts', { 'docusaurus.config.ts': '', 'docs/a.md': md }],
  ['obsidian', '.obsidian/', { '.obsidian/app.json': '{}', 'A.md': 'A' }],
  ['obsidian', 'B.md: [[…]]', { 'A.md': 'A', 'B.md': 'See [[A]].' }],
  ['markdown', 'notes/a.md', { 'notes/a.md': md, 'package.json': '{' }],
  ['ghost', 'a.json: "db"', { 'a.json': ghost, 'content/images/a.txt': '' }],
  ['wordpress', 'a.xml: wordpress.org/export/', { 'a.xml': wordpress, 'uploads/a.txt': '' }],
  ['substack', 'posts.csv', { 'posts.csv': 'id', 'posts/1.a.html': '<p>' }],
  ['medium', 'h-entry', { 'posts/1_a.html': '<article class="h-entry">' }],
];

describe('ADD-IMP-15: the system of a source is recognised', () => {
  test.each(recognised)('as %s by %s, in a folder and in a ZIP', async (format, sign, files) => {
    await using folder = await temporaryDirectory();
    const site = join(folder.path, 'site');
    await write(site, files);
    const found = await recogniseSource(site);
    expect(found.format).toBe(format);
    expect(found.signs.join(' ')).toContain(sign);
    const zip = join(folder.path, 'upload');
    await writeFile(zip, zipOfFiles(files));
    expect(await recogniseSource(zip, 'site.zip')).toEqual(found);
    const inside = Object.entries(files).map(([name, text]) => [`old-site/${name}`, text]);
    await writeFile(zip, zipOfFiles(Object.fromEntries(inside) as Files));
    expect(await recogniseSource(zip, 'site.zip')).toEqual(found);
  });

  test.each([
    ['ghost', 'ghost.json', ghost],
    ['wordpress', 'export.xml', wordpress],
  ])('as %s by the file %s alone', async (format, name, text) => {
    await using folder = await temporaryDirectory();
    await write(folder.path, { [name]: text });
    expect(await recogniseSource(join(folder.path, name))).toMatchObject({ format });
  });

  test.each<[string, Files]>([
    [
      'can be of hugo (content/), eleventy (content/) or markdown (content/). Name',
      { 'content/a.md': md },
    ],
    ['hugo (hugo.toml) or obsidian (.obsidian/)', { 'hugo.toml': '', '.obsidian/app.json': '' }],
    ['no file by which', { 'a.txt': 'x', 'b.json': '{"posts":1}', 'c.xml': '<rss/>' }],
    ['no file by which', {}],
  ])('or refused, as the source %s', async (reason, files) => {
    await using folder = await temporaryDirectory();
    await write(folder.path, files);
    await expect(recogniseSource(folder.path)).rejects.toMatchObject({
      code: 'import_format_unclear',
      message: expect.stringContaining(reason) as string,
    });
  });

  test('without following links, reading large entries, or trusting archives', async () => {
    await using folder = await temporaryDirectory();
    const site = join(folder.path, 'site');
    await write(folder.path, { 'outside/hugo.toml': '', 'site/a.md': md });
    await symlink('../outside', join(site, 'archetypes'));
    await symlink('../outside/hugo.toml', join(site, 'hugo.toml'));
    expect((await recogniseSource(site)).format).toBe('markdown');

    const zip = join(folder.path, 'a.zip');
    const bomb = { name: 'package.json', text: Buffer.alloc(160 * 1024 * 1024) };
    await writeFile(zip, zipOf(bomb, { name: 'a.md', text: md }));
    expect((await recogniseSource(zip)).format).toBe('markdown');
    await writeFile(zip, 'no archive');
    await expect(recogniseSource(zip)).rejects.toMatchObject({
      code: 'import_source_unreadable',
    });
    await expect(recogniseSource(join(folder.path, 'none'))).rejects.toMatchObject({
      code: 'import_source_unreadable',
    });
  });
});
