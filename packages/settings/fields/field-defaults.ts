import { isMap } from '../shape.ts';
import { isAbsent, ownValue } from './check-values.ts';
import type { FieldDefinition } from './field.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The values with the default of each field that is not filled in, also within objects and rows that are there. What no
 * definition knows stays. An object that is absent is not made up out of the defaults in it.
 */
export function withFieldDefaults(
  definitions: readonly FieldDefinition[],
  values: Values,
): Record<string, unknown> {
  const filled = definitions.flatMap((definition) => {
    const value = ownValue(values, definition.name);
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
