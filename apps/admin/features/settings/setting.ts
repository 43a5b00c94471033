import type { SettingsForm } from '@galley/sdk';
import { isMap, readField, textOf, type Field, type FieldValues } from '../../fields/index.ts';
import { localizeSetting } from './setting-messages.ts';

export interface Setting extends Field {
  readonly source: string;
  readonly isEditable: boolean;
  readonly needsRestart: boolean;
}

/** Plugins and themes provide their own labels. */
export function readSettings(section: string, fields: SettingsForm['fields']): Setting[] {
  const isOurs = !section.includes(':') || section === 'plugin:aiwriter';
  return fields.map((given) => ({
    ...(isOurs ? localizeSetting(readField(given)) : readField(given)),
    source: textOf(given['source']),
    isEditable: given['editable'] !== false,
    needsRestart: given['restart'] === true,
  }));
}

export function changesOf(before: FieldValues, values: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSameValue(before[name], value)),
  );
}

/** Null and a missing value are equal. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one ?? null, other ?? null)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return (
      one.length === other.length && one.every((item, place) => isSameValue(item, other[place]))
    );
  if (!isMap(one) || !isMap(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isSameValue(one[key], other[key]));
}

export function formatSettingValue(value: unknown, nothing: string): string {
  if (value === null || value === undefined || value === '') return nothing;
  if (Array.isArray(value) || isMap(value)) return JSON.stringify(value).slice(0, 200);
  return textOf(value);
}
