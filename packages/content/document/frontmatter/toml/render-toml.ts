import { isObject, type Values } from '@galley/settings';

const dateLiteral =
  /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)?)?$|^\d\d:\d\d:\d\d(?:\.\d+)?$/;

/** Keeps the kind of literal where it can hold the new value: a date without quotes, a text in single quotes. */
export function renderLike(written: string, value: unknown): string {
  if (typeof value !== 'string') return renderValue(value);
  if (/^\d[^'"]*[-:]/.test(written) && dateLiteral.test(value)) return value;
  const isLiteral = written.startsWith("'") && !written.startsWith("'''");
  return isLiteral && /^[^'\p{Cc}]*$/u.test(value) ? `'${value}'` : renderValue(value);
}

/** Null has no notation in TOML. */
export function renderValue(value: unknown): string {
  if (typeof value === 'string') return renderText(value);
  if (Array.isArray(value)) return `[${value.map(renderValue).join(', ')}]`;
  if (!isObject(value)) return String(value);
  const pairs = Object.entries(value).map(
    ([key, inner]) => `${renderKey(key)} = ${renderValue(inner)}`,
  );
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

export function renderTable(name: string, values: Values): readonly string[] {
  const pairs = Object.entries(values).map(
    ([key, value]) => `${renderKey(key)} = ${renderValue(value)}`,
  );
  return [`[${renderKey(name)}]`, ...pairs];
}

export function renderKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : renderText(key);
}

/** JSON escapes are those of TOML, which also forbids a plain U+007F. */
function renderText(text: string): string {
  return JSON.stringify(text).replaceAll('\u007F', '\\u007F');
}
