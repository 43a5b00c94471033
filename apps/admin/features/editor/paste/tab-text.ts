import { escapeText } from './escape-text.ts';

/**
 * Cells of text that a spreadsheet has copied: separated by tabs, in quotes where they contain tabs or line ends.
 * Quotes around other cells are part of their text.
 */
export function rowsOfTabs(text: string): string[][] {
  const normal = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const rows: string[][] = [[]];
  for (let at = 0; ; at += 1) {
    const quoted = quotedCell(normal, at);
    const value = quoted ?? plainCell(normal, at);
    rows.at(-1)!.push(quoted === undefined ? value : unquoted(value));
    at += value.length;
    if (at >= normal.length) return rows;
    if (normal[at] === '\n') rows.push([]);
  }
}

/** As text of a cell in Markdown. */
export function cellOfText(text: string): string {
  const lines = escapeText(text.trim(), { isCell: true }).split('\n');
  return lines.map((line) => line.trim()).join('<br>');
}

function plainCell(text: string, from: number): string {
  const cell = /[^\t\n]*/y;
  cell.lastIndex = from;
  return cell.exec(text)![0];
}

/** With its quotes. */
function quotedCell(text: string, from: number): string | undefined {
  if (text[from] !== '"') return undefined;
  let end = text.indexOf('"', from + 1);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  const cell = text.slice(from, end + 1);
  const isWhole = end > 0 && /^[\t\n]?$/.test(text.charAt(end + 1));
  return isWhole && /[\t\n]/.test(cell) ? cell : undefined;
}

function unquoted(cell: string): string {
  return cell.slice(1, -1).replaceAll('""', '"');
}
