import type { WireFields } from '@galley/contract';
import { propertyOf, type DocumentFields, type FieldName } from '@galley/kernel';

export function presentFields<Name extends FieldName>(
  document: DocumentFields<Name>,
  names: readonly Name[],
): WireFields<Name> {
  const values: Readonly<Record<string, unknown>> = document;
  const members = names.map((name) => {
    const value = values[propertyOf(name)];
    return [name, value instanceof Date ? value.toISOString() : value];
  });
  return Object.fromEntries(members) as WireFields<Name>;
}
