import { buildProject } from '@galley/cms';
import { silentLogger } from '@galley/kernel';
import { createTestDatabase, temporaryDirectory } from '@galley/testing';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { menuOf, siteFiles, writeSite } from './docs-site.ts';
import { listFiles, readText } from './repository.ts';

const repository = { paths: listFiles(), read: (path: string) => readText(path) };

describe('a page', () => {
  const pages: Record<string, string> = {
    'docs/README.md': '# Docs\n\n## Start\n\n- [A guide](guides/a.md): begin\n',
    'docs/site/site.yaml': 'title: Docs\n',
    'README.md':
      '# `Galley`\n\nSee [docs](docs/README.md) and [b](docs/guides/b.md#what-galleyyaml-is).\n',
    'docs/guides/a.md':
      '# A\n\n[code](../../packages/x/index.ts) ![p](../pictures/p.png) `[no](no.md)`\n\n```md\n[no](../../no.md)\n```\n',
    'docs/guides/b.md': '# B\n\n## What `galley.yaml` is\n\n[up](#what-galleyyaml-is)\n',
    'docs/pictures/p.png': '',
    'CONTRIBUTING.md':
      '# C\n\n<picture>\n  <source media="(prefers-color-scheme: dark)" srcset="docs/pictures/q.png">\n  <img alt="A p" src="docs/pictures/p.png">\n</picture>\n',
    'packages/x/index.ts': '',
  };
  const files = { paths: Object.keys(pages), read: (path: string) => pages[path]! };
  const made = (options = {}) =>
    Object.fromEntries(siteFiles(files, options).map(({ path, text }) => [path, text]));

  test('pages take their title from the first heading and link to files of the content tree', () => {
    expect(made()['pages/index.md']).toBe(
      '---\ntitle: "Galley"\n---\n\nSee [docs](contents.md) and [b](../guides/b.md#what-galley-yaml-is).\n',
    );
    expect(made()['guides/b.md']).toContain('[up](#what-galley-yaml-is)');
  });

  test('links to other files of the repository lead to their source address, or become plain paths; code is unchanged', () => {
    const code = '`[no](no.md)`\n\n```md\n[no](../../no.md)\n```\n';
    expect(made()['guides/a.md']).toBe(
      `---\ntitle: "A"\n---\n\ncode (\`packages/x/index.ts\`) ![p](../media/p.png) ${code}`,
    );
    expect(made({ files: 'https://git.example.org/galley/' })['guides/a.md']).toContain(
      '[code](https://git.example.org/galley/packages/x/index.ts)',
    );
  });

  test('a picture with a dark variant becomes an image of the content tree', () => {
    expect(made()['pages/contributing.md']).toBe(
      '---\ntitle: "C"\n---\n\n![A p](../media/p.png)\n',
    );
  });

  test('the site has the menu of docs/README.md and the address given to the build', () => {
    expect(parse(made({ url: 'https://docs.example.org' })['config/site.yaml']!)).toEqual({
      title: 'Docs',
      url: 'https://docs.example.org',
      menu: [
        {
          title: 'Start',
          url: '/guides/a/',
          children: [{ title: 'A guide', url: '/guides/a/' }],
        },
      ],
    });
  });
});

test('docs/README.md lists every guide and every reference page once', () => {
  const listed = menuOf(readText('docs/README.md')).flatMap(({ children }) => children);
  const addresses = listed
    .map(({ url }) => url)
    .filter((url) => /^\/(guides|reference)\//.test(url));
  const pages = repository.paths
    .filter((path) => /^docs\/(guides|reference)\/.+\.md$/.test(path))
    .map((path) => path.replace(/^docs/, '').replace(/\.md$/, '/'));
  expect(addresses.sort()).toEqual(pages.sort());
});

test('Galley builds the documentation without broken links or missing pictures', async () => {
  await using ends = new AsyncDisposableStack();
  const database = await createTestDatabase();
  ends.defer(() => database.close());
  await using project = await temporaryDirectory();
  writeFileSync(join(project.path, 'galley.yaml'), readText('docs/site/galley.yaml'));
  writeSite(join(project.path, 'content'), repository, {});
  // Making all sizes of the pictures takes a minute and is not tested here.
  const media = join(project.path, 'content/media');
  const dot = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');
  for (const name of readdirSync(media)) writeFileSync(join(media, name), dot);
  const built = await buildProject({
    projectDirectory: project.path,
    overlays: [],
    environment: { DATABASE_URL: database.url },
    logger: silentLogger,
  });
  expect(built.findings.map(({ message }) => message)).toEqual([]);
  const page = (path: string) =>
    readFileSync(join(built.publicDirectory, path, 'index.html'), 'utf8');
  expect(page('.')).toContain('<h1>Galley</h1>');
  expect(page('guides/first-site')).toContain('aria-current="page">A first site</a>');
  expect(page('reference/state-machines')).toContain('illegal_transition');
}, 60_000);
