import { syntaxTree } from '@codemirror/language';
import type { EditorState, Line } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

/** Positions in the text. */
export interface Cell {
  /** With the pipe before it in the first cell, and the pipe after it in every cell. */
  readonly from: number;
  readonly to: number;
  /** Between the pipes. */
  readonly innerFrom: number;
  readonly innerTo: number;
  /** Without spaces around it. */
  readonly textFrom: number;
  readonly textTo: number;
}

export interface Row {
  readonly from: number;
  readonly to: number;
  readonly cells: readonly Cell[];
}

export interface Table {
  readonly from: number;
  readonly to: number;
  /** The head first; without the divider. */
  readonly rows: readonly Row[];
  readonly divider: Row;
}

export interface Place {
  readonly table: Table;
  readonly row: number;
  readonly column: number;
}

/** Tables in lists and quotes stay source. */
export function isTable({ name, parent }: SyntaxNode): boolean {
  return name === 'Table' && parent?.name === 'Document';
}

export function readTable(state: EditorState, { from, to }: SyntaxNode): Table | undefined {
  const first = state.doc.lineAt(from).number;
  const last = state.doc.lineAt(to).number;
  const rows = Array.from({ length: last - first + 1 }, (_, place) =>
    readRow(state.doc.line(first + place)),
  );
  const [head, divider, ...body] = rows;
  if (!head || !divider) return undefined;
  return { from: head.from, to: rows.at(-1)!.to, rows: [head, ...body], divider };
}

export function tableAt(state: EditorState, position: number): Table | undefined {
  return tablesNear(state, position, position)[0];
}

/** Tables that a range overlaps or touches. */
export function tablesNear(state: EditorState, from: number, to: number): Table[] {
  const found: Table[] = [];
  syntaxTree(state).iterate({
    from: Math.max(0, from),
    to: Math.min(state.doc.length, to),
    enter: ({ node }) => {
      const table = isTable(node) ? readTable(state, node) : undefined;
      if (table) found.push(table);
      return node.name === 'Document';
    },
  });
  return found;
}

export function cellAt(state: EditorState, position: number): Cell | undefined {
  const place = placeAt(state, position);
  return place?.table.rows[place.row]!.cells[place.column];
}

/** Where the cursor is; in the divider, the head. */
export function placeAt(state: EditorState, position: number): Place | undefined {
  const table = tableAt(state, position);
  if (!table) return undefined;
  const found = table.rows.findLastIndex(({ from }) => from <= position);
  const { cells } = table.rows[Math.max(0, found)]!;
  const column = cells.findIndex(({ innerTo }) => position <= innerTo);
  return { table, row: Math.max(0, found), column: column < 0 ? cells.length - 1 : column };
}

/** Backslashes escape pipes, as in the parser. */
export function readRow({ from, to, text }: Pick<Line, 'from' | 'to' | 'text'>): Row {
  const pipes: number[] = [];
  for (let at = 0, isEscaped = false; at < text.length; at += 1) {
    if (text[at] === '|' && !isEscaped) pipes.push(at);
    isEscaped = !isEscaped && text[at] === '\\';
  }
  const start = /^\s*/.exec(text)![0].length;
  const hasFirst = pipes[0] === start;
  const ends = hasFirst ? pipes.slice(1) : pipes;
  const hasLast = ends.length > 0 && text.slice(ends.at(-1)! + 1).trim() === '';
  const bounds = hasLast ? ends : [...ends, text.length];
  const cells = bounds.map((end, place): Cell => {
    const innerFrom = place > 0 ? bounds[place - 1]! + 1 : hasFirst ? start + 1 : start;
    const isLast = place === bounds.length - 1;
    const inner = text.slice(innerFrom, end);
    const lead =
      inner.trim() === '' ? Math.min(1, inner.length) : inner.length - inner.trimStart().length;
    return {
      from: place > 0 ? from + innerFrom : from,
      to: isLast ? to : from + end + 1,
      innerFrom: from + innerFrom,
      innerTo: from + end,
      textFrom: from + innerFrom + lead,
      textTo: from + innerFrom + Math.max(lead, inner.trimEnd().length),
    };
  });
  return { from, to, cells };
}

export type Alignment = 'left' | 'center' | 'right' | 'none';

export function alignmentsOf(state: EditorState, { divider }: Table): Alignment[] {
  return divider.cells.map(({ textFrom, textTo }) => {
    const text = state.sliceDoc(textFrom, textTo);
    const [isLeft, isRight] = [text.startsWith(':'), text.endsWith(':')];
    if (isLeft && isRight) return 'center';
    return isRight ? 'right' : isLeft ? 'left' : 'none';
  });
}
