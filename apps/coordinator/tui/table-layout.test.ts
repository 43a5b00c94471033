import { expect, test } from 'vitest';
import { layOutTable, type Column } from './table-layout.ts';

interface Row {
  readonly id: string;
  readonly title: string;
}

const columns: readonly Column<Row>[] = [
  {
    heading: 'ID',
    wideHeading: 'IDENTIFIER',
    text: ({ id }) => id,
    maxWidth: [6, 20],
    keep: 'end',
  },
  { heading: 'TITLE', text: ({ title }) => title },
  { heading: 'FIRST', text: () => 'first', maxWidth: [9, 9], dispensable: 2 },
  { heading: 'LATER', text: () => 'later', maxWidth: [9, 9], dispensable: 1 },
];

function drawn(width: number, row: Row): readonly string[] {
  const table = layOutTable({ columns, rows: [row], width, now: new Date() });
  const lines = [table.heading, table.line(row, false), table.line(row, true)];
  return lines.map((spans) =>
    spans
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
  );
}

test('columns fit their content, and the title takes the rest', () => {
  expect(drawn(40, { id: 'a', title: 'Cable cars' })).toEqual([
    '  ID TITLE                   FIRST LATER',
    '  a  Cable cars              first later',
    '> a  Cable cars              first later',
  ]);
});

test('a long id keeps its end, a long title its start', () => {
  const [, line] = drawn(40, { id: 'run-123456789', title: 'The history of the cable cars' });
  expect(line).toBe('  …56789 The history of the… first later');
});

test('a narrow screen hides optional columns', () => {
  expect(drawn(30, { id: 'a', title: 'x' })[0]).toBe('  ID TITLE               LATER');
  expect(drawn(20, { id: 'a', title: 'x' })[0]).toBe('  ID TITLE');
});

test('a wide screen shows full headings and ids', () => {
  const [heading, line] = drawn(120, { id: 'run-123456789', title: 'x' });
  expect(heading).toMatch(/^ {2}IDENTIFIER {4}TITLE/);
  expect(line).toMatch(/^ {2}run-123456789 x/);
});
