import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSource } from '@galley/content';
import { isMissing } from '@galley/kernel';
import { isRow, type Row } from './rows.ts';
import type { MenuEntry, SourceItem } from '../source.ts';

const folders = ['', 'config/_default/'];
const names = ['hugo', 'config', 'menus', 'menu'];
const extensions = ['toml', 'yaml', 'yml', 'json'];
const marks: Readonly<Record<string, string>> = { toml: '+++\n', yaml: '---\n', yml: '---\n' };

/** Menus of the configuration. Menus in the frontmatter of pages are not read. */
export async function* readHugoMenus(folder: string): AsyncGenerator<SourceItem> {
  const files = folders.flatMap((below) =>
    names.flatMap((name) => extensions.map((extension) => ({ below, name, extension }))),
  );
  for (const { below, name, extension } of files) {
    const source = `${below}${name}.${extension}`;
    const text = await readFile(join(folder, source), 'utf8').catch(undefinedIfMissing);
    if (text === undefined) continue;
    const mark = marks[extension] ?? '';
    // The reader of frontmatter has limits for hostile files.
    const { values, problem } = readSource(Buffer.from(`${mark}${text.trim()}\n${mark}`));
    if (problem) yield { kind: 'skipped', source, reason: problem.message };
    const menus = name.startsWith('menu') ? values : (values['menus'] ?? values['menu']);
    for (const [menu, rows] of Object.entries(isRow(menus) ? menus : {})) {
      const entries = entriesOf(Array.isArray(rows) ? rows.filter(isRow) : []);
      if (entries.length > 0) yield { kind: 'menu', source, name: menu, entries };
    }
  }
}

function entriesOf(rows: readonly Row[]): readonly MenuEntry[] {
  const sorted = rows.toSorted((a, b) => weightOf(a) - weightOf(b));
  return sorted
    .filter((row) => row['parent'] === undefined)
    .map((row) => {
      const names = [row['identifier'], row['name']];
      const below = sorted.filter(({ parent }) => parent !== undefined && names.includes(parent));
      return { ...entryOf(row), ...(below.length > 0 && { children: below.map(entryOf) }) };
    });
}

/** Hugo sorts entries without a weight last. */
const weightOf = (row: Row) => Number(row['weight'] ?? 0) || Number.MAX_SAFE_INTEGER;

function entryOf(row: Row): MenuEntry {
  const title = textOf(row['name'] ?? row['title'] ?? row['identifier']);
  return { title, url: textOf(row['url'] ?? row['pageRef']) };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
