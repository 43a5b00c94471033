import type { SettingsForm } from '@galley/sdk';
import { isMap, readField, textOf, type Field, type FieldValues } from '../../fields/index.ts';
import { inWords } from './setting-words.ts';

/** A field of a section: what it is, and where its value comes from. */
export interface Setting extends Field {
  readonly source: string;
  readonly isEditable: boolean;
  /** A change counts only once the server starts anew. */
  readonly needsRestart: boolean;
}

/** Of a section; those of plugins and themes say themselves what they are called. */
export function readSettings(section: string, fields: SettingsForm['fields']): Setting[] {
  const isOurs = !section.includes(':') || section === 'plugin:aiwriter';
  return fields.map((given) => ({
    ...(isOurs ? inWords(readField(given)) : readField(given)),
    source: textOf(given['source']),
    isEditable: given['editable'] !== false,
    needsRestart: given['restart'] === true,
  }));
}

/** Of `values`, those that are other than `before`. */
export function changesOf(before: FieldValues, values: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSame(before[name], value)),
  );
}

/** Whether two values of a form mean the same: nothing is nothing, whether it is null or left out. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one ?? null, other ?? null)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, place) => isSame(item, other[place]));
  if (!isMap(one) || !isMap(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isSame(one[key], other[key]));
}

/** A value in a line: for what people compare. */
export function valueInWords(value: unknown, nothing: string): string {
  if (value === null || value === undefined || value === '') return nothing;
  if (Array.isArray(value) || isMap(value)) return JSON.stringify(value).slice(0, 200);
  return textOf(value);
}
