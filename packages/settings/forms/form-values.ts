import type { z } from 'zod';
import { fieldFault } from '@galley/kernel';
import type { KeyFault } from '../finding.ts';
import { isMap, shapeOf } from '../shape.ts';

/** Spelling of a schema key in the values: snake_case in files, camelCase after loading. */
type Spell = (key: string) => string;

/** Absent becomes null, maps become rows with the name in `key` (and in `items` for maps of lists). */
export function toForm(schema: z.ZodType, value: unknown, spell: Spell): unknown {
  const { fields, each, keyExpected } = shapeOf(schema);
  if (fields) {
    if (!isMap(value)) return null;
    return Object.fromEntries(
      Object.entries(fields).map(([key, inner]) => [key, toForm(inner, value[spell(key)], spell)]),
    );
  }
  if (!each) return value ?? null;
  if (keyExpected === undefined) {
    return Array.isArray(value) ? value.map((item: unknown) => toForm(each, item, spell)) : [];
  }
  return Object.entries(isMap(value) ? value : {}).map(([key, inner]) => {
    const row = toForm(each, inner ?? {}, spell);
    return isMap(row) ? { key, ...row } : { key, items: row };
  });
}

/** Omits absent, null and empty values; invalid values pass unchanged. */
export function fromForm(schema: z.ZodType, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  const { fields, each, keyExpected } = shapeOf(schema);
  if (fields) return isMap(value) ? withFields(fields, value) : value;
  if (!each || !Array.isArray(value)) return value;
  if (keyExpected === undefined) return value.map((item: unknown) => fromForm(each, item) ?? null);
  return Object.fromEntries(
    value.map((row: unknown) => {
      const { key, ...rest } = isMap(row) ? row : {};
      const inner = shapeOf(each).fields ? fromForm(each, rest) : fromForm(each, rest['items']);
      return [String(key), inner ?? {}];
    }),
  );
}

function withFields(
  fields: Readonly<Record<string, z.ZodType>>,
  value: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const entries = Object.entries(value).map(([key, inner]) => {
    const schema = Object.hasOwn(fields, key) ? fields[key] : undefined;
    return [key, schema ? fromForm(schema, inner) : inner] as const;
  });
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
}

/** Missing or duplicate names of rows. */
export function findRowFaults(schema: z.ZodType, value: unknown): KeyFault[] {
  const { fields, each, keyExpected } = shapeOf(schema);
  if (fields && isMap(value)) {
    return Object.entries(fields).flatMap(([key, inner]) =>
      below(key, findRowFaults(inner, value[key])),
    );
  }
  if (!each || value === null || value === undefined) return [];
  if (!Array.isArray(value)) return [{ path: [], ...shapeOf(schema).expected }];
  const inner = value.flatMap((row: unknown, index) => below(index, faultsOfRow(each, row)));
  return keyExpected === undefined ? inner : [...faultsOfKeys(value), ...inner];
}

function faultsOfRow(each: z.ZodType, row: unknown): KeyFault[] {
  if (shapeOf(each).fields || !isMap(row)) return findRowFaults(each, row);
  return 'items' in row ? below('items', findRowFaults(each, row['items'])) : [];
}

const below = (key: PropertyKey, faults: readonly KeyFault[]): KeyFault[] =>
  faults.map((fault) => ({ ...fault, path: [key, ...fault.path] }));

function faultsOfKeys(rows: readonly unknown[]): KeyFault[] {
  const keys = rows.map((row) => (isMap(row) ? row['key'] : undefined));
  return keys.flatMap((key, index) => {
    if (typeof key !== 'string' || key === '')
      return [{ path: [index, 'key'], ...fieldFault('required', { label: 'Name' }) }];
    return keys.indexOf(key) < index
      ? [{ path: [index, 'key'], ...fieldFault('duplicate', { value: key }) }]
      : [];
  });
}

/** `languages.de.title` → `languages[1].title`. */
export function toFormPath(
  schema: z.ZodType,
  value: unknown,
  path: readonly PropertyKey[],
): PropertyKey[] {
  const [step, ...rest] = path;
  if (step === undefined) return [];
  const { fields, each, keyExpected } = shapeOf(schema);
  if (fields) {
    const inner = Object.hasOwn(fields, step) ? fields[String(step)] : undefined;
    const found = isMap(value) ? value[String(step)] : undefined;
    return [step, ...(inner ? toFormPath(inner, found, rest) : rest)];
  }
  if (!each || !Array.isArray(value)) return [...path];
  const index = value.findIndex((row: unknown) => isMap(row) && row['key'] === step);
  if (keyExpected === undefined) return [step, ...toFormPath(each, value[Number(step)], rest)];
  if (index === -1) return [...path];
  const row = value[index] as Record<string, unknown>;
  if (shapeOf(each).fields)
    return [index, ...(rest.length === 0 ? ['key'] : toFormPath(each, row, rest))];
  return [index, 'items', ...toFormPath(each, row['items'], rest)];
}
