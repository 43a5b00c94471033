import { expect, test } from 'vitest';
import { configSchema } from '../config-schema.ts';
import { schemaAt, shapeOf } from '../shape.ts';
import { siteSchema } from '../site-schema.ts';
import { toFormField, type FormField } from './form-field.ts';
import { excludedSettings, sectionPlans } from './section-plans.ts';
import { schemaOf, listNestedSettings, listPlanSettings } from './settings-in.ts';

function listSettings(file: 'site' | 'server'): string[] {
  return listNestedSettings(schemaOf(file), [])
    .flatMap(({ schema, path }) => listNestedSettings(schema, path))
    .map(({ name }) => name)
    .toSorted();
}

function settingsLeftOut(file: 'site' | 'server'): string[] {
  return excludedSettings
    .filter((one) => one.file === file)
    .flatMap(({ settings }) => settings)
    .flatMap((name) => {
      const schema = schemaAt(schemaOf(file), name.split('.'));
      expect([name, schema]).toEqual([name, expect.anything()]);
      return listNestedSettings(schema!, name.split('.')).map((one) => one.name);
    });
}

test('GAP-SET-1: every required section exists, with a name and a description', () => {
  expect(sectionPlans.map(({ id }) => id)).toEqual([
    ...'site server build content taxonomies editorial media backup seo feed forms integrations security'.split(
      ' ',
    ),
    'plugin:aiwriter',
  ]);
  for (const { name, description } of sectionPlans) {
    expect(name).toMatch(/^[A-Z]/);
    expect(description).toMatch(/^[A-Z].*\.$/);
  }
});

test.each(['site', 'server'] as const)(
  'GAP-SET-1: every setting of the %s is in one section, or excluded with a reason',
  (file) => {
    const shown = sectionPlans
      .filter((plan) => plan.file === file)
      .flatMap((plan) => listPlanSettings(plan).map(({ name }) => name));
    expect([...shown, ...settingsLeftOut(file)].toSorted()).toEqual(listSettings(file));
    for (const { reason } of excludedSettings) expect(reason).toMatch(/^[A-Z].*\.$/);
  },
);

test('names of form settings are unique across both files', () => {
  const names = sectionPlans.flatMap((plan) => listPlanSettings(plan).map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
});

test('forms never show secrets', () => {
  const secrets = sectionPlans
    .flatMap((plan) => listPlanSettings(plan))
    .filter(({ schema }) => shapeOf(schema).isSecret);
  expect(secrets).toEqual([]);
});

test('GAP-SET-1: every field has a label, a help text and a known type', () => {
  const fieldsIn = (field: FormField): FormField[] => [field, ...field.fields.flatMap(fieldsIn)];
  for (const { name, schema } of sectionPlans.flatMap((plan) => listPlanSettings(plan))) {
    for (const field of fieldsIn(toFormField(name, schema))) {
      expect([name, field.name, field.label]).toEqual([
        name,
        field.name,
        expect.stringMatching(/^[A-Z]/),
      ]);
      expect([name, field.name, field.help]).toEqual([
        name,
        field.name,
        expect.stringMatching(/^[A-Z0-9].*\.$/),
      ]);
      if (field.type === 'select') expect(field.options).not.toEqual([]);
      if (field.type === 'object' || field.type === 'repeater')
        expect(field.fields).not.toEqual([]);
    }
  }
});

test('forms take required fields, bounds and options from the schema', () => {
  expect(toFormField('feed.limit', schemaAt(siteSchema, ['feed', 'limit'])!)).toMatchObject({
    name: 'feed.limit',
    label: 'Limit',
    type: 'number',
    required: false,
    default: 20,
    min: 1,
    max: 1_000,
    whole: true,
  });
  expect(toFormField('content.watch', schemaAt(configSchema, ['content', 'watch'])!)).toMatchObject(
    {
      type: 'select',
      options: ['auto', 'events', 'poll', 'off'].map((value) => ({ value, label: value })),
    },
  );
  const [, from, to] = toFormField('redirects', schemaAt(siteSchema, ['redirects'])!)
    .fields.map(({ name, required }) => ({ name, required }))
    .concat([{ name: '', required: false }])
    .toSorted((one, other) => one.name.localeCompare(other.name));
  expect([from, to]).toMatchObject([
    { name: 'from', required: true },
    { name: 'status', required: false },
  ]);
});
