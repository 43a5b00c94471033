/** An object of a JSON or TOML file that nothing has checked. */
export type Row = Readonly<Record<string, unknown>>;

export function rowsOf(row: Row, name: string): readonly Row[] {
  const rows = row[name];
  return Array.isArray(rows) ? rows.filter(isRow) : [];
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined for an empty text and other values. */
export function textOf(row: Row, name: string): string | undefined {
  const value = row[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
