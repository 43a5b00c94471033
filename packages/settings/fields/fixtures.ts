import fc from 'fast-check';
import { parseYaml } from '../yaml-source.ts';
import { check } from '../schema-check.ts';
import { fieldDefinitionsSchema } from './field-definition.ts';
import type { FieldDefinition } from './field.ts';

export function parseFields(...given: readonly object[]): readonly FieldDefinition[] {
  return fieldDefinitionsSchema.parse(given);
}

/** As `line: key: message`. */
export function listFaults(yaml: string): string[] {
  return check(fieldDefinitionsSchema, parseYaml(yaml, 'fields.yaml')).findings.map(
    ({ place, path, message }) => `${place.line}: ${path.join('.')}: ${message}`,
  );
}

interface Generated {
  readonly definition: Record<string, unknown>;
  readonly value: fc.Arbitrary<unknown>;
}

const line = fc.string({ maxLength: 20 }).map((text) => text.replace(/[\r\n]/g, ''));
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const path = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
const options = ['small', 'on', '7', 'null', '~', 'a: b'];

const single: Readonly<Record<string, { extra?: object; value: fc.Arbitrary<unknown> }>> = {
  text: { value: line },
  textarea: { value: fc.string({ maxLength: 40 }).map((text) => text.replaceAll('\0', '')) },
  markdown: { value: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  number: { value: fc.double({ noNaN: true, noDefaultInfinity: true }).map((found) => found + 0) },
  boolean: { value: fc.boolean() },
  select: { extra: { options }, value: fc.constantFrom(...options) },
  date: { value: day.map((text) => text.slice(0, 10)) },
  datetime: { value: day },
  color: { value: fc.stringMatching(/^#[0-9a-f]{6}$/) },
  url: { value: path.map((name) => `https://example.org/${name}`) },
  media: { value: path.map((name) => `media/${name}.jpg`) },
  reference: { value: path.map((name) => `posts/${name}.md`) },
};

const oneField = fc.constantFrom(...Object.keys(single)).map((type): Generated => ({
  definition: { type, ...single[type]!.extra },
  value: single[type]!.value,
}));

const nestedField = fc
  .tuple(fc.constantFrom('object', 'repeater'), fc.array(oneField, { minLength: 1, maxLength: 3 }))
  .map(([type, inner]): Generated => {
    const row = fc.record(
      Object.fromEntries(inner.map(({ value }, index) => [`inner_${index}`, value])),
    );
    return {
      definition: {
        type,
        fields: inner.map(({ definition }, index) => ({ name: `inner_${index}`, ...definition })),
      },
      value: type === 'object' ? row : fc.array(row, { maxLength: 3 }),
    };
  });

export const definitionsWithValues = fc
  .array(fc.oneof(oneField, nestedField), { minLength: 1, maxLength: 5 })
  .chain((fields) => {
    const values = fields.map(({ value }, index) => [`field_${index}`, value] as const);
    return fc.tuple(
      fc.constant(
        fields.map(({ definition }, index) => ({ name: `field_${index}`, ...definition })),
      ),
      fc.record(Object.fromEntries(values), { requiredKeys: [] }),
    );
  });
