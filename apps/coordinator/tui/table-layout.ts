import type { Line, Tone } from './line.ts';
import { fit, visible, widthOf, type FitOptions } from './visible-text.ts';

/** From this width on, headings are spelled out and ids are shown in full. */
const wide = 110;
/** Width of the flexible column; other columns are dropped first. */
const minFlexibleWidth = 14;
const markerWidth = 2;

export interface Column<Row> extends FitOptions {
  readonly heading: string;
  readonly wideHeading?: string;
  readonly text: (row: Row, now: Date) => string;
  readonly tone?: (row: Row) => Tone;
  /** Without it, the column takes the remaining width. */
  readonly maxWidth?: readonly [narrow: number, wide: number];
  /** On narrow screens, columns with the highest number are dropped first; those without one stay. */
  readonly dispensable?: number;
}

export interface TableRequest<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly width: number;
  readonly now: Date;
}

export interface Table<Row> {
  readonly heading: Line;
  /** Starts with `>` if selected. */
  line(row: Row, selected: boolean): Line;
}

interface SizedColumn<Row> {
  readonly column: Column<Row>;
  readonly heading: string;
  readonly width: number;
}

/** Sizes columns by content, which leaves the most room for the flexible one. */
export function layOutTable<Row>(request: TableRequest<Row>): Table<Row> {
  const { width, now } = request;
  const columns = fillWidth(dropColumns(request.columns.map(measure(request)), width), width);
  const cells = (text: (part: SizedColumn<Row>) => string) =>
    columns.map((part) => fit(text(part), part.width, part.column));
  return {
    heading: [{ text: `  ${cells(({ heading }) => heading).join(' ')}`, tone: 'strong' }],
    line: (row, selected) => {
      const texts = cells(({ column }) => column.text(row, now));
      if (selected) return [{ text: `> ${texts.join(' ')}`, tone: 'selected' }];
      const spans = columns.map(({ column }, index) => ({
        text: `${texts[index]!} `,
        tone: column.tone?.(row) ?? 'plain',
      }));
      return [{ text: '  ', tone: 'plain' }, ...spans];
    },
  };
}

function measure<Row>({ rows, width, now }: TableRequest<Row>) {
  return (column: Column<Row>): SizedColumn<Row> => {
    const isWide = width >= wide;
    const heading = isWide ? (column.wideHeading ?? column.heading) : column.heading;
    if (!column.maxWidth) return { column, heading, width: minFlexibleWidth };
    const maxWidth = column.maxWidth[isWide ? 1 : 0];
    const widest = rows.reduce(
      (found, row) =>
        Math.max(found, widthOf(visible(column.text(row, now).slice(0, maxWidth + 1)))),
      widthOf(heading),
    );
    return { column, heading, width: Math.min(widest, Math.max(maxWidth, widthOf(heading))) };
  };
}

function dropColumns<Row>(
  parts: readonly SizedColumn<Row>[],
  width: number,
): readonly SizedColumn<Row>[] {
  if (widthOfAll(parts) <= width) return parts;
  const first = Math.max(...parts.map(({ column }) => column.dispensable ?? 0));
  if (first === 0) return parts;
  return dropColumns(
    parts.filter(({ column }) => column.dispensable !== first),
    width,
  );
}

function fillWidth<Row>(
  parts: readonly SizedColumn<Row>[],
  width: number,
): readonly SizedColumn<Row>[] {
  const rest = width - widthOfAll(parts);
  return parts.map((part) => (part.column.maxWidth ? part : { ...part, width: part.width + rest }));
}

function widthOfAll<Row>(parts: readonly SizedColumn<Row>[]): number {
  return parts.reduce((sum, part) => sum + part.width + 1, markerWidth - 1);
}
