import type { WireFields } from '@galley/contract';
import { propertyOf, type DocumentFields, type FieldName } from '@galley/kernel';

export function presentFields<Name extends FieldName>(
  document: DocumentFields<Name>,
  names: readonly Name[],
): WireFields<Name> {
  const values: Readonly<Record<string, unknown>> = document;
  const members: Record<string, unknown> = {};
  for (const name of names) {
    const value = values[propertyOf(name)];
    members[name] = value instanceof Date ? value.toISOString() : value;
  }
  return members as WireFields<Name>;
}
