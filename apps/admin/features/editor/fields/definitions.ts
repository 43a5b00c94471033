import { useQuery } from '@tanstack/react-query';
import { isMap, readField, readFields, type Field, type FieldType } from '../../../fields/index.ts';
import { documentTypesQuery } from '../../../lib/document-types.ts';
import type { Values } from '../session/frontmatter-text.ts';

/** `undefined` while they load. */
export function useDefinitions(type: string): readonly Field[] | undefined {
  const { data } = useQuery(documentTypesQuery);
  return data && readFields(data.types.find(({ name }) => name === type)?.fields);
}

export function deriveDefinitions(values: Values): Field[] {
  return Object.entries(values).map(([name, value]) => deriveDefinition(name, value));
}

function deriveDefinition(name: string, value: unknown): Field {
  const multiple = Array.isArray(value) && value.length > 0 && !value.some(isMap);
  const one: unknown = multiple ? (value as unknown[])[0] : value;
  const rows = Array.isArray(value) ? value.filter(isMap) : [];
  const parts: Values = isMap(value) ? value : (Object.assign({}, ...rows) as Values);
  const field = readField({ name, label: name, type: typeOf(one), multiple });
  return { ...field, fields: deriveDefinitions(parts) };
}

function typeOf(value: unknown): FieldType {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return 'number';
  if (Array.isArray(value)) return 'repeater';
  if (isMap(value)) return 'object';
  const text = typeof value === 'string' ? value : '';
  if (/^media\/\S+$/.test(text)) return 'media';
  if (/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(text)) return 'color';
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return 'date';
  return text.includes('\n') || text.length > 80 ? 'textarea' : 'text';
}

/** Without emptied parts; `undefined` if the value is empty. */
export function toStoredValue(value: unknown): unknown {
  if (value === null) return undefined;
  if (Array.isArray(value))
    return value.length === 0 ? undefined : value.map((item: unknown) => toStoredValue(item) ?? '');
  if (!isMap(value)) return value;
  const entries = Object.entries(value).map(
    ([name, inner]) => [name, toStoredValue(inner)] as const,
  );
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
}
