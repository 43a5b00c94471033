import { inspect } from 'node:util';
import type { FieldError } from '@galley/kernel';
import { formatPath, type KeyPath } from '../finding.ts';
import { findNearest } from '../nearest.ts';
import { isMap } from '../shape.ts';
import type { FieldDefinition } from './field.ts';
import { toFieldKind } from './field-kinds.ts';

type Values = Readonly<Record<string, unknown>>;

export interface ValueFault {
  readonly path: KeyPath;
  readonly message: string;
  /** Name of the field for people, for a required field without a value. */
  readonly required?: string;
}

/** Absent, null and empty values count as missing, which is allowed with a default. See also `listLinks`. */
export function checkFieldValues(
  definitions: readonly FieldDefinition[],
  values: Values,
): FieldError[] {
  return faultsOfValues(definitions, values).map(({ path, message }) => ({
    path: formatPath(path),
    message,
  }));
}

export function faultsOfValues(
  definitions: readonly FieldDefinition[],
  values: Values,
): ValueFault[] {
  const names = definitions.map(({ name }) => name);
  const unknown = Object.keys(values)
    .filter((name) => !names.includes(name))
    .map((name) => ({ path: [name], message: unknownName(name, names) }));
  const faults = definitions.flatMap((definition) =>
    checkField(definition, getOwnValue(values, definition.name)).map((fault) => ({
      ...fault,
      path: [definition.name, ...fault.path],
    })),
  );
  return [...unknown, ...faults];
}

function unknownName(name: string, names: readonly string[]): string {
  const suggestion = findNearest(name, names);
  if (suggestion !== undefined) return `is not a known field; did you mean ${suggestion}?`;
  return names.length === 0
    ? 'is not a known field; there are none'
    : `is not a known field; there are ${names.join(', ')}`;
}

/** Own properties only, so that `values.constructor` is undefined. */
export const getOwnValue = (values: Values, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined;

export const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || value === '';

export function checkField(definition: FieldDefinition, value: unknown): ValueFault[] {
  if (isAbsent(value)) {
    return definition.required && definition.default === undefined
      ? [{ path: [], message: 'is missing', required: nameOf(definition) }]
      : [];
  }
  if (definition.multiple) return checkList(definition, value);
  if (definition.type === 'object') return checkObject(definition, value);
  if (definition.type === 'repeater') return checkRows(definition, value);
  return checkOne(definition, value);
}

/** `reading_minutes` → `Reading minutes`, as the admin shows it */
function nameOf({ label, name }: FieldDefinition): string {
  const words = name.replaceAll('_', ' ');
  return label || words.charAt(0).toUpperCase() + words.slice(1);
}

function checkList(definition: FieldDefinition, value: unknown): ValueFault[] {
  if (!Array.isArray(value)) return [{ path: [], message: `must be a list${notThis(value)}` }];
  if (value.length === 0 && definition.required)
    return [{ path: [], message: 'is empty', required: nameOf(definition) }];
  return value.flatMap((item: unknown, index) =>
    checkOne(definition, item).map(({ message }) => ({ path: [index], message })),
  );
}

function checkObject({ fields }: FieldDefinition, value: unknown): ValueFault[] {
  if (!isMap(value))
    return [{ path: [], message: `must be a map of ${namesOf(fields)}${notThis(value)}` }];
  return faultsOfValues(fields, value);
}

function checkRows(definition: FieldDefinition, value: unknown): ValueFault[] {
  const { fields, min = 0, max = Infinity, required } = definition;
  if (!Array.isArray(value)) return [{ path: [], message: `must be a list${notThis(value)}` }];
  const least = Math.max(min, required ? 1 : 0);
  const count = value.length;
  const faults: ValueFault[] = [];
  if (count < least) faults.push({ path: [], message: `must have at least ${least} rows` });
  if (count > max) faults.push({ path: [], message: `must have at most ${max} rows` });
  const inner = value.flatMap((row: unknown, index) =>
    checkObject({ ...definition, fields }, row).map((fault) => ({
      ...fault,
      path: [index, ...fault.path],
    })),
  );
  return [...faults, ...inner];
}

function checkOne(definition: FieldDefinition, value: unknown): ValueFault[] {
  const { expected, fits } = toFieldKind(definition);
  return fits(value) ? [] : [{ path: [], message: `must be ${expected}${notThis(value)}` }];
}

const namesOf = (fields: readonly FieldDefinition[]) => fields.map(({ name }) => name).join(', ');

function notThis(value: unknown): string {
  if (Array.isArray(value)) return ', not a list';
  if (isMap(value)) return ', not a map of keys';
  if (value === null) return ', not empty';
  if (typeof value !== 'string') return `, not the ${typeof value} ${inspect(value)}`;
  const cut = value.length > 80 ? `${value.slice(0, 80)}…` : value;
  return `, not ${JSON.stringify(cut)}`;
}
