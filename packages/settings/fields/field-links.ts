import { isMap } from '../shape.ts';
import type { KeyPath } from '../finding.ts';
import { isAbsent, ownValue } from './check-values.ts';
import type { FieldDefinition } from './field.ts';

/** A value that leads to a document or to a file of the media. */
export interface FieldLink {
  readonly path: KeyPath;
  readonly kind: 'reference' | 'media';
  readonly target: string;
  /** Content types that a reference may lead to; empty for any. */
  readonly to: readonly string[];
}

/** Every document and file that values lead to; of values that `checkFieldValues` finds nothing wrong with. */
export function linksIn(
  definitions: readonly FieldDefinition[],
  values: Readonly<Record<string, unknown>>,
): FieldLink[] {
  return definitions.flatMap((definition) =>
    linksOf(definition, ownValue(values, definition.name)).map((link) => ({
      ...link,
      path: [definition.name, ...link.path],
    })),
  );
}

function linksOf(definition: FieldDefinition, value: unknown): FieldLink[] {
  if (isAbsent(value)) return [];
  const { type, fields, multiple } = definition;
  if (type === 'object') return isMap(value) ? linksIn(fields, value) : [];
  if (type !== 'repeater' && !multiple) return linkOf(definition, value);
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown, index) => {
    const inner =
      type === 'repeater' ? (isMap(item) ? linksIn(fields, item) : []) : linkOf(definition, item);
    return inner.map((link) => ({ ...link, path: [index, ...link.path] }));
  });
}

function linkOf({ type, to }: FieldDefinition, target: unknown): FieldLink[] {
  if ((type !== 'reference' && type !== 'media') || typeof target !== 'string') return [];
  return [{ path: [], kind: type, target, to }];
}
