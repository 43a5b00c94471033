import { fieldFault, frontmatterKeys, type FieldError } from '@galley/kernel';
import type { z } from 'zod';
import { faultsOfValues, getOwnValue } from './fields/check-values.ts';
import { fieldDefinitionsSchema } from './fields/field-definition.ts';
import type { FieldDefinition } from './fields/field.ts';
import { withFieldDefaults } from './fields/field-defaults.ts';
import { listLinks, type FieldLink } from './fields/field-links.ts';
import { withPluginTypes, type PluginFieldTypes } from './fields/plugin-types.ts';
import { formatPath, toFieldError, type KeyFault } from './finding.ts';
import {
  addFaults,
  mapOf,
  mapValues,
  copyShape,
  section,
  withDefault,
  type NamedMap,
} from './shape.ts';
import { freeMap, name } from './site-values.ts';

type Values = Readonly<Record<string, unknown>>;

export interface CustomFields {
  readonly types: NamedMap<readonly FieldDefinition[]>;
  readonly shared: {
    readonly fields: readonly FieldDefinition[];
    /** Without defaults. */
    readonly values: Values;
  };
}

export const noCustomFields: CustomFields = { types: {}, shared: { fields: [], values: {} } };

/** As in the file, apart from fields with types of plugins, which become those of running plugins. */
export function resolvePluginTypes(custom: CustomFields, types: PluginFieldTypes): CustomFields {
  if (types.size === 0) return custom;
  const { shared } = custom;
  return {
    types: mapValues(custom.types, (fields) => withPluginTypes(fields, types)),
    shared: { ...shared, fields: withPluginTypes(shared.fields, types) },
  };
}

/** Keys of documents, which field names must not use. */
const reservedKeys: ReadonlySet<string> = new Set([
  ...frontmatterKeys('people'),
  ...frontmatterKeys('server'),
  ...frontmatterKeys('state'),
  ...['tags', 'categories', 'params'],
]);

const customFieldsFileSchema = section({
  types: withDefault(mapOf(name(), fieldDefinitionsSchema), {}),
  shared: section({
    fields: withDefault(fieldDefinitionsSchema, []),
    values: withDefault(freeMap(), {}),
  }),
});

export function customFieldsSchema(
  contentTypes: readonly string[],
): z.ZodType<CustomFields, unknown> {
  const schema = customFieldsFileSchema.superRefine((found, context) => {
    addFaults(context, findFaults(found, contentTypes));
  });
  return copyShape<z.ZodType<CustomFields, unknown>>(schema, customFieldsFileSchema);
}

function* findFaults(found: CustomFields, contentTypes: readonly string[]): Generator<KeyFault> {
  const { types, shared } = found;
  const sharedNames = new Set(shared.fields.map(({ name: shareName }) => shareName));
  for (const [type, fields] of Object.entries(types)) {
    const path = ['types', type];
    if (!contentTypes.includes(type)) yield { path, ...unknownType(contentTypes) };
    yield* findReservedNames(fields, path);
    for (const [index, field] of fields.entries()) {
      if (!sharedNames.has(field.name)) continue;
      yield {
        path: [...path, index, 'name'],
        ...fieldFault('already_taken', { value: field.name }),
      };
    }
    yield* findUnknownTargets(fields, { path, contentTypes });
  }
  const sharedPath = ['shared', 'fields'];
  for (const [index, { show }] of shared.fields.entries())
    if (show) yield { path: [...sharedPath, index, 'show'], ...fieldFault('not_for_shared_value') };
  yield* findReservedNames(shared.fields, sharedPath);
  yield* findUnknownTargets(shared.fields, { path: sharedPath, contentTypes });
  for (const fault of faultsOfValues(shared.fields, shared.values)) {
    yield { ...fault, path: ['shared', 'values', ...fault.path] };
  }
}

const unknownType = (contentTypes: readonly string[]) =>
  fieldFault('not_one_of', { allowed: contentTypes });

function* findReservedNames(
  fields: readonly FieldDefinition[],
  path: readonly PropertyKey[],
): Generator<KeyFault> {
  for (const [index, field] of fields.entries()) {
    if (!reservedKeys.has(field.name)) continue;
    yield { path: [...path, index, 'name'], ...fieldFault('reserved', { value: field.name }) };
  }
}

function* findUnknownTargets(
  fields: readonly FieldDefinition[],
  { path, contentTypes }: { path: readonly PropertyKey[]; contentTypes: readonly string[] },
): Generator<KeyFault> {
  for (const [index, field] of fields.entries()) {
    for (const [at, type] of field.to.entries()) {
      if (contentTypes.includes(type)) continue;
      yield { path: [...path, index, 'to', at], ...unknownType(contentTypes) };
    }
    yield* findUnknownTargets(field.fields, { path: [...path, index, 'fields'], contentTypes });
  }
}

export function listFields({ types }: CustomFields, type: string): readonly FieldDefinition[] {
  return Object.hasOwn(types, type) ? types[type]! : [];
}

export function fillSharedValues({ shared }: CustomFields): Values {
  return withFieldDefaults(shared.fields, shared.values);
}

export function listPublicFields(custom: CustomFields, type: string, values: Values): Values {
  return { ...fillSharedValues(custom), ...withFieldDefaults(listFields(custom, type), values) };
}

export interface CheckedFields {
  readonly errors: readonly FieldError[];
  /** To check, when there are no other errors. */
  readonly links: readonly (Omit<FieldLink, 'path'> & { readonly path: string })[];
}

/** Undefined names are allowed: frontmatter is free-form, and themes may read it. */
export function checkDocumentFields(
  custom: CustomFields,
  type: string,
  values: Values,
): CheckedFields {
  const definitions = listFields(custom, type);
  const defined = Object.fromEntries(
    definitions.map(({ name: key }) => [key, getOwnValue(values, key)] as const),
  );
  const faults = faultsOfValues(definitions, defined);
  const errors = faults.map((fault) => toFieldError({ ...fault, path: ['fields', ...fault.path] }));
  const links = listLinks(definitions, defined).map((link) => ({
    ...link,
    path: formatPath(['fields', ...link.path]),
  }));
  return { errors, links: errors.length > 0 ? [] : links };
}
