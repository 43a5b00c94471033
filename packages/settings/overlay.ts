import { isMap } from './shape.ts';

/** Maps merge deeply, other values replace. Undefined and null keep `base`. */
export function overlay(base: unknown, over: unknown): unknown {
  if (over === undefined || over === null) return base;
  if (!isMap(base) || !isMap(over)) return over;
  const merged = new Map(Object.entries(base));
  for (const [key, inner] of Object.entries(over)) merged.set(key, overlay(merged.get(key), inner));
  return Object.fromEntries(merged);
}
