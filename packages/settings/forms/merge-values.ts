import { isEqual, isObject, own } from '../yaml/json-values.ts';

export interface Edit {
  readonly raw: unknown;
  /** With defaults, as displayed. */
  readonly shown: unknown;
  readonly next: unknown;
}

/** Unchanged parts keep their form in the file: defaults are not stored, values not reformatted. */
export function mergeValues({ raw, shown, next }: Edit): unknown {
  if (isEqual(shown ?? null, next ?? null)) return raw;
  if (isObject(raw) && isObject(shown) && isObject(next)) {
    const keys = new Set([...Object.keys(raw), ...Object.keys(next)]);
    const entries = [...keys].flatMap((key) => {
      const edit = { raw: own(raw, key), shown: own(shown, key), next: own(next, key) };
      const value = mergeValues(edit);
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
      return mergeValues({ raw: raw[index], shown: shown[index], next: item });
    });
  }
  return next;
}
