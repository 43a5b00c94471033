import { z } from 'zod';
import { choice, yesOrNo } from '../config-values.ts';
import { isMap, listOf, optional, copyShape, struct, value, withDefault } from '../shape.ts';
import { name as contentTypeName, text } from '../site-values.ts';
import { findDefinitionFaults } from './definition-faults.ts';
import { fieldTypes, type FieldDefinition, type FieldOption } from './field.ts';

/** Nesting of objects and repeaters; limited by what a form can show. */
export const maxLevels = 5;

const fieldName = () =>
  value(z.string().regex(/^[a-z][a-z0-9_]{0,49}$/), {
    expected: 'a name of up to 50 lower-case letters, digits and _ that begins with a letter',
  });

const number = () => value(z.number(), { expected: 'a number' });

const option = value(
  z.union([
    z.string().regex(/\S/),
    z.strictObject({ value: z.string().regex(/\S/), label: z.string().optional() }),
  ]),
  { expected: 'a text (in quotes where it looks like a number), or a value with its label' },
);

const anything = value(z.unknown(), { expected: 'a value of the field' });

function definition(levels: number): z.ZodType<FieldDefinition, unknown> {
  const shape = struct({
    name: fieldName(),
    label: withDefault(text(), ''),
    type: choice(...fieldTypes),
    group: withDefault(text(), ''),
    required: withDefault(yesOrNo(), false),
    default: optional(anything),
    help: withDefault(text(), ''),
    options: withDefault(listOf(option, 'a list of texts'), []),
    multiple: withDefault(yesOrNo(), false),
    min: optional(number()),
    max: optional(number()),
    whole: withDefault(yesOrNo(), false),
    to: withDefault(listOf(contentTypeName(), 'a list of content types'), []),
    fields: withDefault(levels > 1 ? definitions(levels - 1) : noMore, []),
  });
  return copyShape<z.ZodType<FieldDefinition, unknown>>(
    shape.transform((found) => ({ ...found, options: found.options.map(optionOf) })),
    shape,
  );
}

const noMore = listOf(
  value(z.never(), { expected: `absent: fields can be nested at most ${maxLevels} levels deep` }),
  `left out: fields can be nested at most ${maxLevels} levels deep`,
) as z.ZodType<never[], never[]>;

function definitions(levels: number): z.ZodType<readonly FieldDefinition[], unknown[]> {
  return listOf(definition(levels), 'a list of fields');
}

const optionOf = (found: z.output<typeof option>): FieldOption =>
  isMap(found)
    ? { value: String(found['value']), label: String(found['label'] ?? found['value']) }
    : { value: String(found), label: String(found) };

const list = definitions(maxLevels);

export const fieldDefinitionsSchema = copyShape(
  list.superRefine((found, context) => {
    for (const { path, message } of findDefinitionFaults(found)) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  }),
  list,
);
