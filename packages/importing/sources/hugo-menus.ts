import { isRow, type Row } from './rows.ts';
import type { MenuEntry, SourceItem } from '../source.ts';
import { readConfiguration } from './hugo-config.ts';

/** Menus of the configuration. Menus in the frontmatter of pages are not read. */
export async function* readHugoMenus(folder: string): AsyncGenerator<SourceItem> {
  const files = readConfiguration(folder, ['hugo', 'config', 'menus', 'menu']);
  for await (const { source, name, values, problem } of files) {
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
