import type { z } from 'zod';
import type { FieldFault } from '@galley/kernel';
import type { FieldDefinition, FieldOption, FieldType } from '../fields/field.ts';
import { describeExpected, shapeOf, type Shape } from '../shape.ts';
import { toForm } from './form-values.ts';

export interface FormField {
  /** Full key such as `feed.limit`; within rows, the key alone. */
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** In form representation; null without one. */
  readonly default: unknown;
  readonly help: string;
  readonly options: readonly FieldOption[];
  readonly multiple: boolean;
  readonly min: number | null;
  readonly max: number | null;
  readonly whole: boolean;
  readonly fields: readonly FormField[];
}

/** A map becomes rows with the name in `key`. */
export function toFormField(name: string, schema: z.ZodType): FormField {
  const shape = shapeOf(schema);
  const single =
    shape.each && shape.keyExpected === undefined ? selectItemKind(shape.each) : undefined;
  const kind = selectKind(single ?? shape);
  return {
    name,
    ...kind,
    label: shape.label ?? toLabel(name),
    type: nestedType(schema) ?? kind.type,
    required: !schema.safeParse(undefined).success,
    default: shape.absent === undefined ? null : toForm(schema, shape.absent, (key) => key),
    help: shape.help ?? `${sentence(describeExpected(shape.expected))}.`,
    multiple: single !== undefined,
    fields: innerFields(schema),
  };
}

function selectKind({
  field = { type: 'text' },
  options = [],
}: Shape): Pick<FormField, 'type' | 'min' | 'max' | 'whole' | 'options'> {
  const { type, min = null, max = null, whole = false } = field;
  const choices = type === 'select' ? options : [];
  return { type, min, max, whole, options: choices.map((value) => ({ value, label: value })) };
}

function selectItemKind(each: z.ZodType) {
  const inner = shapeOf(each);
  return inner.fields || inner.each ? undefined : inner;
}

function nestedType(schema: z.ZodType): FieldType | undefined {
  const { fields, each, keyExpected } = shapeOf(schema);
  if (fields) return 'object';
  return each && (keyExpected !== undefined || !selectItemKind(each)) ? 'repeater' : undefined;
}

function innerFields(schema: z.ZodType): FormField[] {
  const { fields, each, keyExpected } = shapeOf(schema);
  if (fields) return Object.entries(fields).map(([key, inner]) => toFormField(key, inner));
  if (!each) return [];
  const inner = shapeOf(each).fields ? innerFields(each) : undefined;
  if (keyExpected === undefined) return inner ?? [];
  return [keyField(keyExpected), ...(inner ?? [toFormField('items', each)])];
}

const keyField = (expected: FieldFault): FormField => ({
  name: 'key',
  label: 'Name',
  type: 'text',
  required: true,
  default: null,
  help: `${sentence(describeExpected(expected))}.`,
  options: [],
  multiple: false,
  min: null,
  max: null,
  whole: false,
  fields: [],
});

export function toDefinedFormField(definition: FieldDefinition): FormField {
  const { min = null, max = null, fields, default: absent = null } = definition;
  const label = definition.label === '' ? toLabel(definition.name) : definition.label;
  return {
    ...definition,
    label,
    min,
    max,
    default: absent,
    fields: fields.map(toDefinedFormField),
  };
}

/** `session_absolute_ttl` → `Session absolute TTL` */
function toLabel(name: string): string {
  const words = name.slice(name.lastIndexOf('.') + 1).replaceAll('_', ' ');
  return sentence(words)
    .replace(/\bttl\b/, 'TTL')
    .replace(/\bmfa\b/, 'second factor')
    .replace(/\bapi\b/, 'API')
    .replace(/\bjson\b/i, 'JSON');
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
