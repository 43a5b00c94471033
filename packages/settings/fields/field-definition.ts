import { z } from 'zod';
import { fieldFault } from '@galley/kernel';
import { choice, yesOrNo } from '../config-values.ts';
import {
  addFaults,
  isMap,
  listOf,
  optional,
  copyShape,
  struct,
  value,
  withDefault,
} from '../shape.ts';
import { name as contentTypeName, text } from '../site-values.ts';
import { findDefinitionFaults } from './definition-faults.ts';
import { fieldInputs, fieldTypes, type FieldDefinition, type FieldOption } from './field.ts';

/** Nesting of objects and repeaters; limited by what a form can show. */
export const maxLevels = 5;

const fieldName = () =>
  value(z.string().regex(/^[a-z][a-z0-9_]{0,49}$/), {
    expected: fieldFault('not_a_bounded_name', { max: 50, characters: 'a–z 0–9 _', first: 'a–z' }),
  });

const number = () => value(z.number(), { expected: fieldFault('not_a_number') });

const option = value(
  z.union([
    z.string().regex(/\S/),
    z.strictObject({ value: z.string().regex(/\S/), label: z.string().optional() }),
  ]),
  { expected: fieldFault('not_an_option') },
);

const format = () =>
  value(z.string().regex(/^(?:[a-z][a-z0-9-]{0,49}\/[a-z][a-z0-9_]{0,49})?$/), {
    expected: fieldFault('not_valid', { example: 'reviews/rating' }),
  });

const anything = value(z.unknown(), { expected: fieldFault('not_valid') });

function definition(levels: number): z.ZodType<FieldDefinition, unknown> {
  const shape = struct({
    name: fieldName(),
    label: withDefault(text(), ''),
    type: choice(...fieldTypes),
    group: withDefault(text(), ''),
    required: withDefault(yesOrNo(), false),
    show: withDefault(yesOrNo(), false),
    default: optional(anything),
    help: withDefault(text(), ''),
    options: withDefault(listOf(option, '[short, long]'), []),
    multiple: withDefault(yesOrNo(), false),
    min: optional(number()),
    max: optional(number()),
    whole: withDefault(yesOrNo(), false),
    to: withDefault(listOf(contentTypeName(), '[post, page]'), []),
    format: withDefault(format(), ''),
    input: optional(choice(...fieldInputs)),
    fields: withDefault(levels > 1 ? definitions(levels - 1) : noMore, []),
  });
  return copyShape<z.ZodType<FieldDefinition, unknown>>(
    shape.transform((found) => ({ ...found, options: found.options.map(optionOf) })),
    shape,
  );
}

const noMore = listOf(
  value(z.never(), { expected: fieldFault('too_deep', { max: maxLevels }) }),
) as z.ZodType<never[], never[]>;

function definitions(levels: number): z.ZodType<readonly FieldDefinition[], unknown[]> {
  return listOf(definition(levels), '[{ name, type }]');
}

const optionOf = (found: z.output<typeof option>): FieldOption =>
  isMap(found)
    ? { value: String(found['value']), label: String(found['label'] ?? found['value']) }
    : { value: String(found), label: String(found) };

const list = definitions(maxLevels);

export const fieldDefinitionsSchema = copyShape(
  list.superRefine((found, context) => {
    addFaults(context, findDefinitionFaults(found));
  }),
  list,
);
