import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { htmlToMarkdown } from '../html-to-markdown.ts';
import { importProblems } from '../problems.ts';
import type { SourceItem } from '../source.ts';
import { listExportFiles } from './export-files.ts';

type Row = Readonly<Record<string, string>>;

/** The export: `posts.csv`, and `posts/<post_id>.html`. */
export async function* readSubstack(folder: string): AsyncGenerator<SourceItem> {
  const file = join(folder, 'posts.csv');
  let rows: readonly Row[];
  try {
    rows = parse(await readFile(file), { columns: true, bom: true, max_record_size: 1_000_000 });
  } catch (error) {
    throw importProblems.import_source_unreadable(
      `${file} cannot be read: ${(error as Error).message}`,
    );
  }
  const bodies = new Map(
    (await listExportFiles(join(folder, 'posts'))).map((name) => [
      name.replace(/\.html$/, ''),
      name,
    ]),
  );
  for (const row of rows) {
    const id = row['post_id'] ?? '';
    const source = `posts/${id}`;
    const name = bodies.get(id);
    const slug = /^\d+\.(.+)$/.exec(id)?.[1];
    if (name === undefined || slug === undefined) {
      const reason = slug === undefined ? 'It has no slug.' : `It has no file posts/${id}.html.`;
      yield { kind: 'skipped', source, reason };
      continue;
    }
    const text = htmlToMarkdown(await readFile(join(folder, 'posts', name), 'utf8'));
    yield pageOf(row, { source, slug, text });
  }
}

function pageOf(
  row: Row,
  { source, slug, text }: { readonly source: string; readonly slug: string; readonly text: string },
): SourceItem {
  const field = (name: string) => row[name] || undefined;
  const isPost = row['type'] !== 'page';
  const isOpen = row['is_published'] === 'true' && (field('audience') ?? 'everyone') === 'everyone';
  return {
    kind: 'page',
    source,
    path: isPost ? `posts/${slug}` : slug,
    isPost,
    text,
    values: { title: field('title'), summary: field('subtitle'), date: field('post_date') },
    isDraft: !isOpen,
    addresses: [`/p/${slug}`],
    warnings: field('podcast_url') ? ['Its podcast stays at its old address.'] : [],
  };
}
