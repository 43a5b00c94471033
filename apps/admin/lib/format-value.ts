/** A frontmatter value as text: text as it is, a list of texts with commas, anything else as JSON. */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return value.join(', ');
  return JSON.stringify(value, null, 1) ?? '';
}
