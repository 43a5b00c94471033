import { fieldFault, labelOf, withParams, type FieldError, type FieldFault } from '@galley/kernel';
import { excerpt } from '../excerpt.ts';
import { toFieldError, type KeyFault } from '../finding.ts';
import { withSuggestion } from '../nearest.ts';
import { isMap } from '../shape.ts';
import type { FieldDefinition } from './field.ts';
import { toFieldKind } from './field-kinds.ts';

type Values = Readonly<Record<string, unknown>>;

/** Absent, null and empty values count as missing, which is allowed with a default. See also `listLinks`. */
export function checkFieldValues(
  definitions: readonly FieldDefinition[],
  values: Values,
): FieldError[] {
  return faultsOfValues(definitions, values).map(toFieldError);
}

export function faultsOfValues(
  definitions: readonly FieldDefinition[],
  values: Values,
): KeyFault[] {
  const names = definitions.map(({ name }) => name);
  const unknown = Object.keys(values)
    .filter((name) => !names.includes(name))
    .map((name) => ({ path: [name], ...withSuggestion(fieldFault('unknown_key'), name, names) }));
  const faults = definitions.flatMap((definition) =>
    checkField(definition, getOwnValue(values, definition.name)).map((fault) => ({
      ...fault,
      path: [definition.name, ...fault.path],
    })),
  );
  return [...unknown, ...faults];
}

/** Own properties only, so that `values.constructor` is undefined. */
export const getOwnValue = (values: Values, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined;

export const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || value === '';

export function checkField(definition: FieldDefinition, value: unknown): KeyFault[] {
  if (isAbsent(value)) {
    return definition.required && definition.default === undefined ? [missing(definition)] : [];
  }
  if (definition.multiple) return checkList(definition, value);
  if (definition.type === 'object') return checkObject(definition, value);
  if (definition.type === 'repeater') return checkRows(definition, value);
  return checkOne(definition, value);
}

/** `reading_minutes` → `Reading minutes`, as the admin shows it */
export const fieldLabel = ({ label, name }: Pick<FieldDefinition, 'label' | 'name'>): string =>
  label || labelOf(name);

const missing = (definition: FieldDefinition): KeyFault => ({
  path: [],
  ...fieldFault('required', { label: fieldLabel(definition) }),
});

function checkList(definition: FieldDefinition, value: unknown): KeyFault[] {
  if (!Array.isArray(value)) return [refused(fieldFault('not_a_list'), value)];
  if (value.length === 0 && definition.required) return [missing(definition)];
  return value.flatMap((item: unknown, index) =>
    checkOne(definition, item).map((fault) => ({ ...fault, path: [index] })),
  );
}

function checkObject({ fields }: FieldDefinition, value: unknown): KeyFault[] {
  if (!isMap(value))
    return [refused(fieldFault('not_a_map', { example: fields.map(({ name }) => name) }), value)];
  return faultsOfValues(fields, value);
}

function checkRows(definition: FieldDefinition, value: unknown): KeyFault[] {
  const { fields, min = 0, max = Infinity, required } = definition;
  if (!Array.isArray(value)) return [refused(fieldFault('not_a_list'), value)];
  const least = Math.max(min, required ? 1 : 0);
  const count = value.length;
  const faults: KeyFault[] = [];
  if (count < least) faults.push({ path: [], ...fieldFault('too_few', { min: least }) });
  if (count > max) faults.push({ path: [], ...fieldFault('too_many', { max }) });
  const inner = value.flatMap((row: unknown, index) =>
    checkObject({ ...definition, fields }, row).map((fault) => ({
      ...fault,
      path: [index, ...fault.path],
    })),
  );
  return [...faults, ...inner];
}

function checkOne(definition: FieldDefinition, value: unknown): KeyFault[] {
  const { expected, fits } = toFieldKind(definition);
  return fits(value) ? [] : [refused(expected, value)];
}

const refused = (expected: FieldFault, value: unknown): KeyFault => ({
  path: [],
  ...withParams(expected, { found: excerpt(value) }),
});
