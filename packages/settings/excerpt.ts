import { redactCredentials } from './finding.ts';
import { isMap } from './shape.ts';

const maxLength = 80;

/** A refused value as JSON, shortened. Lists and maps may hold secrets. */
export function excerpt(value: unknown): string {
  if (Array.isArray(value)) return '[…]';
  if (isMap(value)) return '{…}';
  if (typeof value !== 'string') return String(value);
  const text = redactCredentials(value);
  if (text !== value) return text;
  return JSON.stringify(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);
}
