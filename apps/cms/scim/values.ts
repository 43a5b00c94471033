import { ScimError } from './scim-error.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Absent values count as empty. @throws `ScimError` */
export function textOf(value: unknown, name: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.trim();
  throw new ScimError('invalidValue', `${name} must be a text.`);
}

/** Entra sends `"False"`. @throws `ScimError` */
export function booleanOf(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  if (word === 'true' || word === 'false') return word === 'true';
  throw new ScimError('invalidValue', `${name} must be true or false.`);
}

export function listOf(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** A member in any case, as names of attributes are compared in SCIM. */
export function memberOf(object: JsonObject, name: string): unknown {
  const key = Object.keys(object).find((one) => one.toLowerCase() === name);
  return key === undefined ? undefined : object[key];
}
