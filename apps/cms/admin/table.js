import { element } from './dom.js';

/** @typedef {import('./dom.js').Child} Child */

/**
 * A table, which narrow screens lay out as blocks; there `labelled` puts the column's name before each value but the
 * first. A column without a name has buttons.
 * @param {{ label: string, columns: string[], labelled?: boolean }} options
 * @param {(Child | Child[])[][]} rows cells
 */
export function table({ label, columns, labelled = false }, rows) {
  // The layout as blocks takes the table's meaning away unless the roles are said.
  const head = (name) => {
    const text = name || element('span', { class: 'unseen' }, 'Action');
    return element('th', { scope: 'col', role: 'columnheader' }, text);
  };
  const cell = (content, column) => {
    const name = labelled && column > 0 ? columns[column] : undefined;
    return element('td', { role: 'cell', 'data-label': name || undefined }, content);
  };
  const row = (cells) => element('tr', { role: 'row' }, cells.map(cell));
  return element(
    'table',
    { role: 'table', class: labelled ? 'listing labelled' : 'listing', 'aria-label': label },
    element('thead', { role: 'rowgroup' }, element('tr', { role: 'row' }, columns.map(head))),
    element('tbody', { role: 'rowgroup' }, rows.map(row)),
  );
}
