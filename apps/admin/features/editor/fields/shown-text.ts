/** A value as a line of text; of what is more than that, its JSON. */
export function shownText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return JSON.stringify(value);
}
