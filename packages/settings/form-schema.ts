import { z } from 'zod';
import { fieldFault } from '@galley/kernel';
import { choice, integer, yesOrNo } from './config-values.ts';
import type { KeyFault } from './finding.ts';
import {
  addFaults,
  copyShape,
  described,
  listOf,
  mapOf,
  optional,
  struct,
  value,
  withDefault,
} from './shape.ts';
import { name, text, title } from './site-values.ts';

const formFieldTypes = [
  'text',
  'email',
  'textarea',
  'select',
  'checkbox',
  'number',
  'date',
  'url',
] as const;

type FormFieldType = (typeof formFieldTypes)[number];

const typesWithLength: readonly FormFieldType[] = ['text', 'textarea', 'email', 'url'];

const maxFields = 30;

/** Fields of Galley in every form. People do not see the trap; programs that fill in every field are refused. */
export const ownFormFields = { page: '_page', trap: '_website' } as const;

/** Field names that begin with an underscore are Galley’s. */
const fieldName = () =>
  value(z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/), {
    expected: fieldFault('not_a_bounded_name', {
      max: 40,
      characters: 'a–z 0–9 _ -',
      first: 'a–z',
    }),
  });

const sitePath = () =>
  value(z.string().regex(/^\/(?!\/)[^\s\\?#]*$/), {
    expected: fieldFault('not_a_path', { example: '/thanks/' }),
  });

const field = struct({
  name: described(fieldName(), { help: 'Key of the value in entries and exports.' }),
  label: described(title(), { help: 'Displayed name.' }),
  type: described(withDefault(choice(...formFieldTypes), 'text'), { help: 'Type of the value.' }),
  required: described(withDefault(yesOrNo(), false), { help: 'Refuse entries without it.' }),
  help: described(optional(text()), { help: 'Explanation below the label.' }),
  options: described(withDefault(listOf(title(), '[Question, Correction]'), []), {
    help: 'Values to choose from, for the type select.',
  }),
  max_length: described(optional(integer(1, 10_000)), {
    label: 'Maximum length',
    help: 'Longest text in characters; 500 if missing, and 5000 for the type textarea.',
  }),
});

const form = struct({
  title: described(title(), { help: 'Name of the form.' }),
  fields: described(listOf(field, '[{ name, label, type }]'), { help: 'Fields in their order.' }),
  button: described(optional(title()), { help: 'Text of the button.' }),
  thanks: described(optional(text()), { help: 'Text after the entry has been stored.' }),
  thanks_page: described(optional(sitePath()), {
    help: 'Page of this site to show instead, such as /thanks/.',
  }),
  retention_days: described(withDefault(integer(1, 3_650), 365), {
    label: 'Retention in days',
    help: 'Entries are deleted after this time.',
  }),
});

const map = mapOf(name(), form);

export type SiteForm = z.output<typeof form>;
export type SiteFormField = SiteForm['fields'][number];

export const forms = copyShape(
  map.superRefine((found, context) => {
    for (const [key, { fields }] of Object.entries(found))
      addFaults(
        context,
        [...findFieldFaults(fields)].map((fault) => ({
          ...fault,
          path: [key, 'fields', ...fault.path],
        })),
      );
  }),
  map,
);

function* findFieldFaults(fields: readonly SiteFormField[]): Generator<KeyFault> {
  if (fields.length === 0) yield { path: [], ...fieldFault('too_few', { min: 1 }) };
  if (fields.length > maxFields) yield { path: [], ...fieldFault('too_many', { max: maxFields }) };
  const names = new Set<string>();
  for (const [index, { name: key, type, options, maxLength }] of fields.entries()) {
    if (names.has(key)) yield { path: [index, 'name'], ...fieldFault('duplicate', { value: key }) };
    names.add(key);
    if (type === 'select' && options.length === 0)
      yield { path: [index, 'options'], ...fieldFault('required', { label: 'Options' }) };
    if (type !== 'select' && options.length > 0)
      yield { path: [index, 'options'], ...fieldFault('only_with_types', { types: ['select'] }) };
    if (maxLength !== undefined && !typesWithLength.includes(type))
      yield {
        path: [index, 'max_length'],
        ...fieldFault('only_with_types', { types: typesWithLength }),
      };
  }
}

/** In characters, as browsers count them. */
export function maxLengthOf({ type, maxLength }: SiteFormField): number {
  return maxLength ?? (type === 'textarea' ? 5_000 : 500);
}
