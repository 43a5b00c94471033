import type { ConsoleView, Listed } from './console-view.ts';
import type { Line } from './line.ts';
import { layOutTable, type Column } from './table-layout.ts';

export type Fact = readonly [label: string, value: string];

export interface Pane {
  readonly label: string;
  readonly shortLabel: string;
  readonly ids: (view: ConsoleView) => readonly string[];
  readonly total: (view: ConsoleView) => number;
  readonly table: (view: ConsoleView, width: number, now: Date) => PaneTable;
  /** Omits data that the inspector loads separately. */
  readonly facts: (view: ConsoleView, id: string) => readonly Fact[];
}

export interface PaneTable {
  readonly heading: Line;
  readonly line: (index: number, selected: boolean) => Line;
}

interface PaneDefinition<Row extends { readonly id: string | number }> {
  readonly label: string;
  readonly shortLabel?: string;
  readonly list: (view: ConsoleView) => Listed<Row>;
  readonly columns: readonly Column<Row>[];
  readonly facts?: (row: Row) => readonly Fact[];
}

export function pane<Row extends { readonly id: string | number }>({
  label,
  shortLabel = label,
  list,
  columns,
  facts = () => [],
}: PaneDefinition<Row>): Pane {
  return {
    label,
    shortLabel,
    ids: (view) => list(view).rows.map(({ id }) => String(id)),
    total: (view) => list(view).total,
    table: (view, width, now) => {
      const { rows } = list(view);
      const table = layOutTable({ columns, rows, width, now });
      return {
        heading: table.heading,
        line: (index, selected) => table.line(rows[index]!, selected),
      };
    },
    facts: (view, id) => {
      const row = list(view).rows.find((candidate) => String(candidate.id) === id);
      return row ? facts(row) : [];
    },
  };
}
