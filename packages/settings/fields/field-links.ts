import { isMap } from '../shape.ts';
import type { KeyPath } from '../finding.ts';
import { isAbsent, getOwnValue } from './check-values.ts';
import type { FieldDefinition } from './field.ts';

export interface FieldLink {
  readonly path: KeyPath;
  readonly kind: 'reference' | 'media';
  readonly target: string;
  /** Empty for all. */
  readonly to: readonly string[];
}

/** Expects values that `checkFieldValues` accepted. */
export function listLinks(
  definitions: readonly FieldDefinition[],
  values: Readonly<Record<string, unknown>>,
): FieldLink[] {
  return definitions.flatMap((definition) =>
    linksOf(definition, getOwnValue(values, definition.name)).map((link) => ({
      ...link,
      path: [definition.name, ...link.path],
    })),
  );
}

function linksOf(definition: FieldDefinition, value: unknown): FieldLink[] {
  if (isAbsent(value)) return [];
  const { type, fields, multiple } = definition;
  if (type === 'object') return isMap(value) ? listLinks(fields, value) : [];
  if (type !== 'repeater' && !multiple) return toFieldLink(definition, value);
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown, index) => {
    const inner =
      type === 'repeater'
        ? isMap(item)
          ? listLinks(fields, item)
          : []
        : toFieldLink(definition, item);
    return inner.map((link) => ({ ...link, path: [index, ...link.path] }));
  });
}

function toFieldLink({ type, to }: FieldDefinition, target: unknown): FieldLink[] {
  if ((type !== 'reference' && type !== 'media') || typeof target !== 'string') return [];
  return [{ path: [], kind: type, target, to }];
}
