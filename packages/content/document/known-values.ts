import { fieldNames, propertyOf } from '@galley/kernel';
import type { DocumentMetadata } from './document.ts';

const names = fieldNames('writer', 'server', 'state');

/** For a raw save that repairs an unreadable file, so that it keeps its author. */
export function knownValues(metadata: DocumentMetadata): Readonly<Record<string, unknown>> {
  const values = names.flatMap((name) => {
    const value = metadata[propertyOf(name)];
    if (value === null) return [];
    return [[name, value instanceof Date ? value.toISOString() : value] as const];
  });
  return Object.fromEntries(values);
}
