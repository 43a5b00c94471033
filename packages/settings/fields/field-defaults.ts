import { isMap } from '../shape.ts';
import { isAbsent, getOwnValue } from './check-values.ts';
import type { FieldDefinition } from './field.ts';

type Values = Readonly<Record<string, unknown>>;

/** Also in existing objects and rows. Unknown values stay; absent objects are not created. */
export function withFieldDefaults(
  definitions: readonly FieldDefinition[],
  values: Values,
): Record<string, unknown> {
  const filled = definitions.flatMap((definition) => {
    const value = getOwnValue(values, definition.name);
    const found = isAbsent(value) ? definition.default : value;
    return found === undefined ? [] : [[definition.name, filledInside(definition, found)] as const];
  });
  return { ...values, ...Object.fromEntries(filled) };
}

function filledInside({ type, fields }: FieldDefinition, value: unknown): unknown {
  if (type === 'object' && isMap(value)) return withFieldDefaults(fields, value);
  if (type === 'repeater' && Array.isArray(value)) {
    return value.map((row: unknown) => (isMap(row) ? withFieldDefaults(fields, row) : row));
  }
  return value;
}
