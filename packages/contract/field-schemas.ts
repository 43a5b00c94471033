import { z } from 'zod';
import { documentFields, type FieldName, type FieldType, type FieldValues } from '@galley/kernel';
import { dateTime, freeForm } from './shapes.ts';

const schemas = {
  text: z.string(),
  optional_text: z.string().nullable(),
  time: dateTime.nullable(),
  terms: freeForm,
  mapping: freeForm,
} as const satisfies Readonly<Record<keyof FieldValues, z.ZodType>>;

type FieldSchemas<Name extends FieldName> = { [N in Name]: (typeof schemas)[FieldType<N>] };

export type WireFields<Name extends FieldName> = z.input<z.ZodObject<FieldSchemas<Name>>>;

export function fieldSchemas<Name extends FieldName>(names: readonly Name[]): FieldSchemas<Name> {
  const members = names.map((name) => [name, schemas[documentFields[name].type]]);
  return Object.fromEntries(members) as FieldSchemas<Name>;
}
