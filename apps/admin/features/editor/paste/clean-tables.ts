import { findAll, isBlank, isBlock, isText, rename, styleOf, unwrap } from './dom.ts';

/** Tables of data stay; tables that only arrange a page, as in mail, become their content. */
export function convertTables(root: HTMLElement, isInTable: boolean): void {
  for (const table of findAll(root, 'table').toReversed()) {
    if (isLayout(table, isInTable)) {
      for (const part of findAll(table, 'td, th, caption')) rename(part, 'div');
      for (const part of findAll(table, 'tr, thead, tbody, tfoot, colgroup')) unwrap(part);
      unwrap(table);
      continue;
    }
    spreadCells(table as HTMLTableElement);
    for (const cell of findAll(table, 'td, th')) flattenCell(cell);
    const [head] = findAll(table, 'tr');
    if (head) for (const mark of findAll(head, 'b, strong')) unwrap(mark);
  }
}

/** Two cells of a column are data if they are pasted in a table. */
function isLayout(table: HTMLElement, isInTable: boolean): boolean {
  const role = table.getAttribute('role');
  const rows = findAll(table, 'tr');
  const cells = Math.max(0, ...rows.map(({ children }) => children.length));
  const isNested = table.querySelector('table, pre, h1, h2, h3, blockquote') !== null;
  return (
    role === 'presentation' ||
    role === 'none' ||
    isNested ||
    (cells < 2 && rows.length < (isInTable ? 2 : 3))
  );
}

/** Markdown cells span nothing: empty cells take the places that a cell covers. */
function spreadCells(table: HTMLTableElement): void {
  const rows = findAll(table, 'tr').filter((row) => row.closest('table') === table);
  for (const [place, row] of rows.entries())
    for (const cell of [...row.children]) {
      const width = span(cell, 'colspan');
      const height = span(cell, 'rowspan');
      cell.removeAttribute('rowspan');
      const column = [...row.children].indexOf(cell);
      for (let more = 1; more < width; more += 1) cell.after(emptyCell(cell));
      for (const below of rows.slice(place + 1, place + height))
        for (let more = 0; more < width; more += 1)
          below.insertBefore(emptyCell(cell), below.children[column] ?? null);
    }
}

function span(cell: Element, name: 'colspan' | 'rowspan'): number {
  return Math.min(50, Math.max(1, Number(cell.getAttribute(name)) || 1));
}

function emptyCell(cell: Element): HTMLElement {
  return cell.ownerDocument.createElement(cell.localName);
}

/** A cell holds a line: its paragraphs and items are separated by line breaks. */
function flattenCell(cell: HTMLElement): void {
  for (const item of findAll(cell, 'li')) item.prepend('• ');
  const align = alignmentOf(cell);
  if (/^(?:center|right)$/.test(align)) cell.dataset['align'] = align;
  for (const block of findAll(cell, '*').toReversed()) if (isBlock(block)) breakAround(block);
}

function alignmentOf(cell: HTMLElement): string {
  const own = cell.getAttribute('align') ?? styleOf(cell, 'text-align');
  const [inner] = findAll(cell, 'p, div');
  return own === '' && inner ? styleOf(inner, 'text-align') : own;
}

function breakAround(block: HTMLElement): void {
  const lineBreak = () => block.ownerDocument.createElement('br');
  if (meaningful(block.previousSibling, 'previousSibling')) block.before(lineBreak());
  const next = meaningful(block.nextSibling, 'nextSibling');
  if (next && !isBlock(next) && next.nodeName.toLowerCase() !== 'br') block.after(lineBreak());
  unwrap(block);
}

function meaningful(node: Node | null, step: 'previousSibling' | 'nextSibling'): Node | null {
  let found = node;
  while (found && isText(found) && isBlank(found)) found = found[step];
  return found;
}
