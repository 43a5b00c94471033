import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { decodeHTML } from 'entities';
import { termSlug } from '@galley/content';
import { htmlToMarkdown } from '../html-to-markdown.ts';
import { importProblems } from '../problems.ts';
import type { SourceItem } from '../source.ts';
import { listExportFiles } from './export-files.ts';

/** The export: `posts/<date>_<title>-<id>.html`, and `posts/draft_…`. */
export async function* readMedium(folder: string): AsyncGenerator<SourceItem> {
  const paths = (await listExportFiles(join(folder, 'posts'))).filter((path) =>
    path.endsWith('.html'),
  );
  if (paths.length === 0)
    throw importProblems.import_source_unreadable(`${folder} has no posts/*.html.`);
  for (const path of paths) {
    const source = `posts/${path}`;
    const html = await readFile(join(folder, source), 'utf8');
    const body = /<section data-field="body"[^>]*>([^]*)<\/section>\s*<footer>/.exec(html)?.[1];
    if (body === undefined) {
      yield { kind: 'skipped', source, reason: 'It is not a post of an export from Medium.' };
      continue;
    }
    const name = basename(path, '.html');
    const address = URL.parse(attributeOf(html, 'p-canonical', 'href') ?? '')?.pathname;
    yield {
      kind: 'page',
      source,
      path: `posts/${slugOf(name)}`,
      isPost: true,
      text: htmlToMarkdown(withoutTitle(body)),
      values: {
        title: textOf(/<h1 class="p-name">([^<]*)<\/h1>/.exec(html)?.[1]),
        summary: textOf(/<section data-field="subtitle"[^>]*>([^<]*)<\/section>/.exec(html)?.[1]),
        date: attributeOf(html, 'dt-published', 'datetime'),
        authors: textOf(/<a[^>]*class="p-author[^"]*"[^>]*>([^<]*)<\/a>/.exec(html)?.[1]),
      },
      isDraft: name.startsWith('draft_'),
      addresses: address === undefined ? [] : [address],
      warnings: [],
    };
  }
}

/** `2024-01-02_A-title-1a2b3c4d5e6f` → `a-title` */
function slugOf(name: string): string {
  const title = name.replace(/^(?:draft|\d{4}-\d\d-\d\d)_/, '').replace(/-+[0-9a-f]{8,12}$/, '');
  return termSlug(title) || name.toLowerCase();
}

/** The body repeats the title and the subtitle. */
function withoutTitle(body: string): string {
  return body
    .replace(/<h3[^>]*class="[^"]*graf--title[^"]*"[^>]*>[^]*?<\/h3>/, '')
    .replace(/<h4[^>]*class="[^"]*graf--subtitle[^"]*"[^>]*>[^]*?<\/h4>/, '');
}

function attributeOf(html: string, name: string, attribute: string): string | undefined {
  const tag = new RegExp(`<[^>]*class="[^"]*${name}[^"]*"[^>]*>`).exec(html)?.[0];
  return new RegExp(`${attribute}="([^"]*)"`).exec(tag ?? '')?.[1];
}

function textOf(html: string | undefined): string | undefined {
  const text = decodeHTML(html ?? '').trim();
  return text === '' ? undefined : text;
}
