import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { makeDocuments } from './make-documents.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const themeAssets = join(import.meta.dirname, '../packages/site/themes/default/assets');
const run = promisify(execFile);

/** Newest version installable everywhere at the time of writing. */
export const eleventyVersion = '3.1.2';

export interface Corpus {
  readonly count: number;
  readonly bytes: number;
}

const siteSettings = `title: Bench
description: What galleys, presses and paper are for
url: https://bench.example
language: en
languages:
  en: {}
  es: {}
menu:
  - { title: Posts, url: /posts/ }
  - { title: Pages, url: /pages/ }
  - { title: Tags, url: /tags/ }
`;

export async function makeGalleyProject(
  project: string,
  corpus: Corpus,
  { isEverything = false } = {},
): Promise<void> {
  await makeDocuments(join(project, 'content'), corpus);
  const others = 'feed: { formats: [rss] }\nsearch: { enabled: false }\n';
  const settings = siteSettings + (isEverything ? '' : others);
  await writeFile(join(project, 'content/config/site.yaml'), settings);
  await writeFile(join(project, 'galley.yaml'), `build: { platform_api: ${isEverything} }\n`);
}

export async function makeHugoSite(site: string, project: string): Promise<void> {
  await copyFixtures('hugo', site);
  await copyDocuments(project, site);
  await cp(themeAssets, join(site, 'static/assets'), { recursive: true });
}

export async function makeEleventySite(site: string, project: string): Promise<void> {
  await copyFixtures('eleventy', site);
  await copyDocuments(project, site);
  await cp(themeAssets, join(site, 'assets'), { recursive: true });
  await writeFile(join(site, 'package.json'), '{ "private": true, "type": "module" }\n');
  const install = ['install', `@11ty/eleventy@${eleventyVersion}`, '--no-audit', '--no-fund'];
  await run('npm', install, { cwd: site });
}

/** Templates carry the suffix `.gotmpl`, so that tools do not treat them as HTML of this repository. */
async function copyFixtures(name: string, site: string): Promise<void> {
  const from = join(fixtures, name);
  for (const file of await listFiles(from)) {
    const target = join(site, file.replace(/\.gotmpl$/, ''));
    await mkdir(dirname(target), { recursive: true });
    await cp(join(from, file), target);
  }
}

/** Galley's `posts/es/…` becomes `es/posts/…` for the others, which also mark drafts differently. */
async function copyDocuments(project: string, site: string): Promise<void> {
  const content = join(project, 'content');
  const lastYear = new Date(Date.now() - 365 * 86_400_000);
  for (const file of await listFiles(content)) {
    if (!file.endsWith('.md')) continue;
    const [section, ...rest] = file.split('/') as [string, ...string[]];
    const [lang, place] = rest[0] === 'es' ? ['es', rest.slice(1)] : ['en', rest];
    const target = join(site, 'content', lang, section, ...place);
    const text = await readFile(join(content, file), 'utf8');
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text.replace(/^workflow: draft$/m, 'draft: true'));
    await utimes(target, lastYear, lastYear);
  }
}

export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
