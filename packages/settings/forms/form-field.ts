import type { z } from 'zod';
import type { FieldDefinition, FieldOption, FieldType } from '../fields/field.ts';
import { shapeOf, type Shape } from '../shape.ts';
import { toForm } from './form-values.ts';

/** A field of a form, derived from the schema that its values are held against. */
export interface FormField {
  /** As in the file: `feed.limit`; within rows, the key alone. */
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** As it would be given in the form; null where there is none. */
  readonly default: unknown;
  readonly help: string;
  readonly options: readonly FieldOption[];
  readonly multiple: boolean;
  readonly min: number | null;
  readonly max: number | null;
  readonly whole: boolean;
  readonly fields: readonly FormField[];
}

/** The field of a setting; a map of names becomes rows with the name in `key`. */
export function formField(name: string, schema: z.ZodType): FormField {
  const shape = shapeOf(schema);
  const single = shape.each && shape.keyExpected === undefined ? singleIn(shape.each) : undefined;
  const kind = kindIn(single ?? shape);
  return {
    name,
    ...kind,
    label: shape.label ?? labelOf(name),
    type: nestedType(schema) ?? kind.type,
    required: !schema.safeParse(undefined).success,
    default: shape.absent === undefined ? null : toForm(schema, shape.absent, (key) => key),
    help: shape.help ?? `${sentence(shape.expected)}.`,
    multiple: single !== undefined,
    fields: innerFields(schema),
  };
}

/** How one value is asked for. */
function kindIn({
  field = { type: 'text' },
  options = [],
}: Shape): Pick<FormField, 'type' | 'min' | 'max' | 'whole' | 'options'> {
  const { type, min = null, max = null, whole = false } = field;
  const choices = type === 'select' ? options : [];
  return { type, min, max, whole, options: choices.map((value) => ({ value, label: value })) };
}

/** What a list holds, where that is no row of several keys. */
function singleIn(each: z.ZodType) {
  const inner = shapeOf(each);
  return inner.fields || inner.each ? undefined : inner;
}

function nestedType(schema: z.ZodType): FieldType | undefined {
  const { fields, each, keyExpected } = shapeOf(schema);
  if (fields) return 'object';
  return each && (keyExpected !== undefined || !singleIn(each)) ? 'repeater' : undefined;
}

function innerFields(schema: z.ZodType): FormField[] {
  const { fields, each, keyExpected } = shapeOf(schema);
  if (fields) return Object.entries(fields).map(([key, inner]) => formField(key, inner));
  if (!each) return [];
  const inner = shapeOf(each).fields ? innerFields(each) : undefined;
  if (keyExpected === undefined) return inner ?? [];
  return [keyField(keyExpected), ...(inner ?? [formField('items', each)])];
}

const keyField = (expected: string): FormField => ({
  name: 'key',
  label: 'Name',
  type: 'text',
  required: true,
  default: null,
  help: `${sentence(expected)}.`,
  options: [],
  multiple: false,
  min: null,
  max: null,
  whole: false,
  fields: [],
});

/** The field of a form for one that a plugin defines. */
export function definedField(definition: FieldDefinition): FormField {
  const { min = null, max = null, fields, default: absent = null } = definition;
  const label = definition.label === '' ? labelOf(definition.name) : definition.label;
  return {
    ...definition,
    label,
    min,
    max,
    default: absent,
    fields: fields.map(definedField),
  };
}

/** `session_absolute_ttl` → `Session absolute TTL` */
function labelOf(name: string): string {
  const words = name.slice(name.lastIndexOf('.') + 1).replaceAll('_', ' ');
  return sentence(words)
    .replace(/\bttl\b/, 'TTL')
    .replace(/\bmfa\b/, 'second factor')
    .replace(/\bapi\b/, 'API')
    .replace(/\bjson\b/i, 'JSON');
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
