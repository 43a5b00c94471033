import { isMap, type Field, type FieldValues } from './field.ts';
import { pathTo } from './field-paths.ts';

export interface MissingField {
  /** As in the errors of the server: `fields.event.start`. */
  readonly path: string;
  readonly label: string;
}

/** Required fields without a value or default. The server refuses to publish a document that has any. */
export function missingFields(
  fields: readonly Field[],
  values: FieldValues,
  path = 'fields',
): MissingField[] {
  return fields.flatMap((field) => {
    const at = pathTo(path, field.name);
    const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
    if (!isEmpty(value)) return missingWithin(field, value, at);
    return field.required && field.default === null ? [{ path: at, label: field.label }] : [];
  });
}

function missingWithin(field: Field, value: unknown, path: string): MissingField[] {
  if (field.type === 'object' && isMap(value)) return missingFields(field.fields, value, path);
  if (field.type !== 'repeater' || !Array.isArray(value)) return [];
  return value.flatMap((row: unknown, index) =>
    isMap(row) ? missingFields(field.fields, row, pathTo(path, index)) : [],
  );
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || isEmptyList(value);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
