import { isEqual, isObject, own } from '../yaml/json-values.ts';

export interface Edit {
  /** What the file says. */
  readonly raw: unknown;
  /** What that means, defaults and all, as it was shown. */
  readonly shown: unknown;
  /** What is wanted in the place of `shown`. */
  readonly next: unknown;
}

/**
 * What the file is to say: where nothing is different from what was shown, what it says already, so that a default
 * that nobody touched does not get into it, and no value is spelled anew.
 */
export function mergedValues({ raw, shown, next }: Edit): unknown {
  if (isEqual(shown ?? null, next ?? null)) return raw;
  if (isObject(raw) && isObject(shown) && isObject(next)) {
    const keys = new Set([...Object.keys(raw), ...Object.keys(next)]);
    const entries = [...keys].flatMap((key) => {
      const edit = { raw: own(raw, key), shown: own(shown, key), next: own(next, key) };
      const value = mergedValues(edit);
      return value === undefined ? [] : [[key, value] as const];
    });
    return Object.fromEntries(entries);
  }
  if (Array.isArray(raw) && Array.isArray(shown) && Array.isArray(next)) {
    return next.map((item: unknown, index) => {
      const same = shown.findIndex(
        (one: unknown, at) => isEqual(one, item) && (at === index || !isEqual(shown[index], item)),
      );
      if (same >= 0 && same < raw.length) return raw[same] as unknown;
      return mergedValues({ raw: raw[index], shown: shown[index], next: item });
    });
  }
  return next;
}
