/** Value below which this share of the values lies, rounded to tenths. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  return Math.round(sorted[place]! * 10) / 10;
}
