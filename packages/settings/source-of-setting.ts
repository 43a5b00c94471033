import type { FieldFault } from '@galley/kernel';
import type { Finding, KeyPath, Source } from './finding.ts';
import { isMap } from './shape.ts';

/** Undefined for a default. */
export function findSource(keys: KeyPath, sources: readonly Source[]): Source | undefined {
  return sources.findLast(({ value }) => holds(value, keys));
}

export function createFinding(
  path: KeyPath,
  fault: FieldFault,
  sources: readonly Source[],
): Finding {
  const place = findSource(path, sources)?.placeOf(path, 'value') ?? { name: 'default' };
  return { path, place, ...fault };
}

function holds(value: unknown, keys: KeyPath): boolean {
  const found = keys.reduce<unknown>(
    (current, key) => (isMap(current) ? current[String(key)] : undefined),
    value,
  );
  return found !== undefined && found !== null;
}
