/** Matches the end of an id too, because lists show only the end. A full match wins. */
export function findNamed<Row extends { readonly id: string }>(
  id: string,
  rows: readonly Row[],
): readonly Row[] {
  const whole = rows.filter((row) => row.id === id);
  if (whole.length > 0) return whole;
  const part = id.replace(/^…/, '');
  return rows.filter((row) => row.id.startsWith(part) || row.id.endsWith(part));
}
