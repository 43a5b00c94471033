import type { Finding, KeyPath, Source } from './finding.ts';
import { isMap } from './shape.ts';

/** The source whose word counts for a setting, or for a group of them; undefined for a default. */
export function sourceOf(keys: KeyPath, sources: readonly Source[]): Source | undefined {
  return sources.findLast(({ value }) => holds(value, keys));
}

/** A finding at the place where a setting was given. */
export function findingAt(path: KeyPath, message: string, sources: readonly Source[]): Finding {
  const place = sourceOf(path, sources)?.placeOf(path, 'value') ?? { name: 'default' };
  return { path, place, message };
}

function holds(value: unknown, keys: KeyPath): boolean {
  const found = keys.reduce<unknown>(
    (current, key) => (isMap(current) ? current[String(key)] : undefined),
    value,
  );
  return found !== undefined && found !== null;
}
