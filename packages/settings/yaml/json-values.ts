import { canonicalJson } from '@galley/kernel';

/** `__proto__` is an ordinary own property. */
export type Values = Record<string, unknown>;

/** Ignores key order. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a === 'string' || typeof b === 'string') return false;
  return canonicalJson(a) === canonicalJson(b);
}

export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own properties only, so that `values.constructor` is undefined. */
export function own(values: Values, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

export interface MapChange {
  readonly before: Values;
  readonly after: Values;
}

export function changedKeys({ before, after }: MapChange): Set<string> {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return new Set(keys.values().filter((key) => !isEqual(own(before, key), own(after, key))));
}
