import { isEqual, isObject, own, type Values } from '@galley/settings';
import type { Fault } from './finding.ts';

const maxValueLength = 80;

/** A field is right when it equals the rows, or what Galley last wrote: an edit on disk leaves the block unchanged. */
export function forgedFields(
  block: unknown,
  right: readonly (Readonly<Record<string, unknown>> | undefined)[],
): Fault[] {
  if (!isObject(block)) return [forged('editorial', block, undefined)];
  const known = right.map((values): Values => ({ ...values }));
  return Object.keys(block)
    .filter((key) => !known.some((values) => isEqual(own(block, key), own(values, key))))
    .map((key) => forged(`editorial.${key}`, own(block, key), known[0] && own(known[0], key)));
}

function forged(field: string, said: unknown, is: unknown): Fault {
  const truth =
    is === undefined ? 'the database has no value' : `the database has ${formatValue(is)}`;
  return {
    severity: 'warning',
    check: 'editorial_block',
    message: `The file says ${field}: ${formatValue(said)}; ${truth}. Galley ignores the value in the file, and the next save corrects it.`,
  };
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  const text = JSON.stringify(value);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}
