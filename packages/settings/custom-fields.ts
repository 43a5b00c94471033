import { frontmatterKeys, type FieldError } from '@galley/kernel';
import type { z } from 'zod';
import { faultsOfValues, ownValue } from './fields/check-values.ts';
import { fieldDefinitionsSchema } from './fields/field-definition.ts';
import type { FieldDefinition } from './fields/field.ts';
import { withFieldDefaults } from './fields/field-defaults.ts';
import { linksIn, type FieldLink } from './fields/field-links.ts';
import { pathText } from './finding.ts';
import { mapOf, sameShape, section, withDefault, type NamedMap } from './shape.ts';
import { freeMap, name } from './site-values.ts';

type Values = Readonly<Record<string, unknown>>;

/** What documents may hold beside their text, by content type, and values that all of them share. */
export interface CustomFields {
  readonly types: NamedMap<readonly FieldDefinition[]>;
  readonly shared: {
    readonly fields: readonly FieldDefinition[];
    /** Without the defaults of the fields. */
    readonly values: Values;
  };
}

export const noCustomFields: CustomFields = { types: {}, shared: { fields: [], values: {} } };

/** Keys that a document has whatever its type; a field of such a name would be taken for them. */
const ownKeys: ReadonlySet<string> = new Set([
  ...frontmatterKeys('people'),
  ...frontmatterKeys('server'),
  ...frontmatterKeys('state'),
  ...['tags', 'categories', 'params'],
]);

const whole = section({
  types: withDefault(mapOf(name(), fieldDefinitionsSchema), {}),
  shared: section({
    fields: withDefault(fieldDefinitionsSchema, []),
    values: withDefault(freeMap(), {}),
  }),
});

/** Everything that `config/custom-fields.yaml` may say, on a site that has these content types. */
export function customFieldsSchema(
  contentTypes: readonly string[],
): z.ZodType<CustomFields, unknown> {
  const schema = whole.superRefine((found, context) => {
    for (const { path, message } of faultsOf(found, contentTypes)) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  });
  return sameShape<z.ZodType<CustomFields, unknown>>(schema, whole);
}

interface Fault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function* faultsOf(found: CustomFields, contentTypes: readonly string[]): Generator<Fault> {
  const { types, shared } = found;
  const sharedNames = new Set(shared.fields.map(({ name: shareName }) => shareName));
  for (const [type, fields] of Object.entries(types)) {
    const path = ['types', type];
    if (!contentTypes.includes(type)) yield { path, message: unknownType(contentTypes) };
    yield* takenNames(fields, path);
    for (const [index, field] of fields.entries()) {
      if (!sharedNames.has(field.name)) continue;
      yield {
        path: [...path, index, 'name'],
        message: 'is the name of a shared field, which documents of every type have',
      };
    }
    yield* unknownTargets(fields, { path, contentTypes });
  }
  const sharedPath = ['shared', 'fields'];
  yield* takenNames(shared.fields, sharedPath);
  yield* unknownTargets(shared.fields, { path: sharedPath, contentTypes });
  for (const { path, message } of faultsOfValues(shared.fields, shared.values)) {
    yield { path: ['shared', 'values', ...path], message };
  }
}

const unknownType = (contentTypes: readonly string[]) =>
  `is no content type of this site; there are ${contentTypes.join(', ')}`;

function* takenNames(
  fields: readonly FieldDefinition[],
  path: readonly PropertyKey[],
): Generator<Fault> {
  for (const [index, field] of fields.entries()) {
    if (!ownKeys.has(field.name)) continue;
    const message = `must not be ${field.name}, which every document has already`;
    yield { path: [...path, index, 'name'], message };
  }
}

function* unknownTargets(
  fields: readonly FieldDefinition[],
  { path, contentTypes }: { path: readonly PropertyKey[]; contentTypes: readonly string[] },
): Generator<Fault> {
  for (const [index, field] of fields.entries()) {
    for (const [at, type] of field.to.entries()) {
      if (contentTypes.includes(type)) continue;
      yield { path: [...path, index, 'to', at], message: unknownType(contentTypes) };
    }
    yield* unknownTargets(field.fields, { path: [...path, index, 'fields'], contentTypes });
  }
}

/** The fields that documents of a type have of their own. */
export function fieldsOfType({ types }: CustomFields, type: string): readonly FieldDefinition[] {
  return Object.hasOwn(types, type) ? types[type]! : [];
}

/** The shared values, with the defaults of those that are not filled in. */
export function sharedValues({ shared }: CustomFields): Values {
  return withFieldDefaults(shared.fields, shared.values);
}

/** What readers see of a document's `fields`: its own with their defaults, and the shared ones. */
export function shownFields(custom: CustomFields, type: string, values: Values): Values {
  return { ...sharedValues(custom), ...withFieldDefaults(fieldsOfType(custom, type), values) };
}

export interface CheckedFields {
  /** `path` is `fields.event.start`. */
  readonly errors: readonly FieldError[];
  /** What is to exist, where nothing else is wrong. */
  readonly links: readonly (Omit<FieldLink, 'path'> & { readonly path: string })[];
}

/**
 * What is wrong with the `fields` of a document that is to be public. A value that no definition names is let be: the
 * frontmatter is free, and themes read what they like.
 */
export function checkDocumentFields(
  custom: CustomFields,
  type: string,
  values: Values,
): CheckedFields {
  const definitions = fieldsOfType(custom, type);
  const defined = Object.fromEntries(
    definitions.map(({ name: key }) => [key, ownValue(values, key)] as const),
  );
  const faults = faultsOfValues(definitions, defined);
  const errors = faults.map(({ path, message }) => ({
    path: pathText(['fields', ...path]),
    message,
  }));
  const links = linksIn(definitions, defined).map((link) => ({
    ...link,
    path: pathText(['fields', ...link.path]),
  }));
  return { errors, links: errors.length > 0 ? [] : links };
}
