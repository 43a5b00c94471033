import { tableText } from './markdown-rules.ts';
import { cellOfText, rowsOfTabs } from './tab-text.ts';

/** Cells separated by tabs, in rows of the same length, as spreadsheets copy them; undefined for other text. */
export function tableOfText(text: string): string | undefined {
  const rows = rowsOfTabs(text);
  const width = rows[0]!.length;
  const isTable = width > 1 && rows.length > 1 && rows.every((row) => row.length === width);
  // Indented code starts with a tab in most lines.
  if (!isTable || rows.every(([first]) => first === '')) return undefined;
  return tableText(rows.map((row) => row.map(cellOfText)));
}
