import { isObject, own, type Values } from '../yaml/json-values.ts';

export function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, key) => (isObject(found) ? own(found, key) : undefined),
    values,
  );
}

/** A mapping keeps its last key without a value, so that it and its comments need not be rewritten. */
export function withValueAt(values: Values, path: readonly string[], value: unknown): Values {
  const [key, ...rest] = path;
  if (key === undefined) return values;
  if (rest.length === 0) return withEntry(values, key, value);
  const inner = own(values, key);
  if (value !== undefined) {
    return withEntry(values, key, withValueAt(isObject(inner) ? inner : {}, rest, value));
  }
  if (!isObject(inner) || own(inner, rest[0]!) === undefined) return values;
  const isLast = rest.length === 1 && Object.keys(inner).length === 1;
  return withEntry(values, key, isLast ? { [rest[0]!]: null } : withValueAt(inner, rest, value));
}

function withEntry(values: Values, key: string, value: unknown): Values {
  const entries = new Map(Object.entries(values));
  if (value === undefined) entries.delete(key);
  else entries.set(key, value);
  return Object.fromEntries(entries);
}
