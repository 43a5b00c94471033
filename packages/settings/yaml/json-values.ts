import { canonicalJson } from '@galley/kernel';

/** Plain JSON values by key. `__proto__` and the like are keys as any other: own properties. */
export type Values = Record<string, unknown>;

/** The same JSON, in whatever order the keys are. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a === 'string' || typeof b === 'string') return false;
  return canonicalJson(a) === canonicalJson(b);
}

export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is there under a key; never something inherited, as `values.constructor` would be. */
export function own(values: Values, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

/** What a mapping holds, and what it is to hold. */
export interface MapChange {
  readonly before: Values;
  readonly after: Values;
}

/** The keys whose values differ, removed and added ones among them. */
export function changedKeys({ before, after }: MapChange): Set<string> {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return new Set(keys.values().filter((key) => !isEqual(own(before, key), own(after, key))));
}
