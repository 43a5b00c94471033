import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { checkFieldValues } from './check-values.ts';
import { fieldDefinitionsSchema } from './field-definition.ts';
import { withFieldDefaults } from './field-defaults.ts';
import { listLinks } from './field-links.ts';
import { definitionsWithValues, parseFields } from './fixtures.ts';

const paths = (definitions: readonly object[], values: Record<string, unknown>): string[] =>
  checkFieldValues(parseFields(...definitions), values).map(({ path }) => path);

describe('GAP-SET-2: each type accepts exactly its values', () => {
  test.each<[type: object, good: unknown[], bad: unknown[]]>([
    [{ type: 'text' }, ['a', ' '], ['a\nb', 7, true, ['a'], {}, 'x'.repeat(1_001), 'a\0']],
    [{ type: 'text', min: 2, max: 3 }, ['ab', '😀😀😀'], ['a', 'abcd']],
    [{ type: 'textarea' }, ['a\nb'], [7, '\ud800']],
    [{ type: 'markdown' }, ['# a\n\nb'], [[]]],
    [{ type: 'number', min: 0, max: 10 }, [0, 10, 0.5], [-1, 11, '5', NaN, Infinity]],
    [{ type: 'number', whole: true }, [-3, 0], [0.5, 2 ** 60]],
    [{ type: 'boolean' }, [true, false], ['true', 0]],
    [{ type: 'select', options: ['s', '7'] }, ['s', '7'], ['m', 7, ['s']]],
    [{ type: 'date' }, ['2024-02-29'], ['2026-02-29', '2026-1-1', '2026-01-01 10:00', 20260101]],
    [
      { type: 'datetime' },
      ['2026-03-01', '2026-03-01 09:30', '2026-03-01T09:30:00+01:00', '2026-03-01T09:30:00Z'],
      ['2026-02-30 09:30', '2026-03-01 24:30', 'soon', 5],
    ],
    [{ type: 'color' }, ['#abc', '#AABBCC', '#aabbcc80'], ['abc', '#ab', 'red; x']],
    [
      { type: 'url' },
      ['/about/', 'https://example.org/?a=b', 'mailto:a@b.example', '#top'],
      ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'about', '/a b'],
    ],
    [
      { type: 'media' },
      ['media/2026/a.jpg'],
      ['a.jpg', '/media/a.jpg', 'media/../x.jpg', 'media/'],
    ],
    [
      { type: 'reference' },
      ['posts/es/a.md'],
      ['posts/a', '../a.md', 'config/.x.md', 'media/a.md'],
    ],
    [{ type: 'text', multiple: true }, [[], ['a', 'b']], ['a', ['a', 7], [['a']], [null]]],
    [
      { type: 'object', fields: [{ name: 'b', type: 'text' }] },
      [{}, { b: 'x' }],
      [[], 'x', { c: 'x' }, { b: 7 }],
    ],
    [
      { type: 'repeater', min: 1, max: 2, fields: [{ name: 'b', type: 'text' }] },
      [[{}], [{ b: 'x' }, { b: 'y' }]],
      [[], [{}, {}, {}], {}, [null], [{ b: 7 }]],
    ],
  ])('%j', (type, good, bad) => {
    const definitions = [{ name: 'a', ...type }];
    for (const value of good)
      expect([value, paths(definitions, { a: value })]).toEqual([value, []]);
    for (const value of bad)
      expect([value, paths(definitions, { a: value })]).not.toEqual([value, []]);
  });
});

test('mistakes are reported with their path, including inside objects and rows', () => {
  const time = { name: 'start', type: 'datetime', required: true };
  const definitions = [
    { name: 'event', type: 'object', fields: [time] },
    { name: 'talks', type: 'repeater', fields: [time, { name: 'title', type: 'text' }] },
  ];
  expect(
    checkFieldValues(parseFields(...definitions), {
      event: {},
      talks: [{ start: '2026-01-01' }, { start: 'x', titel: 'a' }],
    }),
  ).toMatchObject([
    { path: 'event.start', code: 'required' },
    { path: 'talks[1].titel', code: 'unknown_key' },
    { path: 'talks[1].start', message: expect.stringContaining('must be a time') as string },
  ]);
});

test.each([[undefined], [null], ['']])('a required field with the value %j is missing', (value) => {
  expect(paths([{ name: 'a', type: 'text', required: true }], { a: value })).toEqual(['a']);
  const withDefault = { name: 'a', type: 'text', required: true, default: 'x' };
  expect(paths([withDefault], { a: value })).toEqual([]);
});

test('names of the object prototype are never fields', () => {
  const definitions = [{ name: 'constructor', type: 'text', required: true }];
  expect(paths(definitions, {})).toEqual(['constructor']);
  expect(
    paths([{ name: 'a', type: 'text' }], parse('{"__proto__":{"a":1}}') as Record<string, unknown>),
  ).toEqual(['__proto__']);
});

test('defaults fill missing values, including inside existing objects', () => {
  const color = { name: 'color', type: 'color', default: '#fff' };
  const definitions = parseFields(
    color,
    { name: 'absent', type: 'object', fields: [color] },
    { name: 'there', type: 'object', fields: [color] },
    { name: 'rows', type: 'repeater', fields: [color, { name: 'a', type: 'text' }] },
  );
  expect(
    withFieldDefaults(definitions, { color: '', there: {}, rows: [{ a: 'x' }], other: 1 }),
  ).toEqual({
    color: '#fff',
    there: { color: '#fff' },
    rows: [{ a: 'x', color: '#fff' }],
    other: 1,
  });
});

test('references and media are found at every level', () => {
  const definitions = parseFields(
    { name: 'photo', type: 'media' },
    { name: 'related', type: 'reference', multiple: true, to: ['post'] },
    { name: 'team', type: 'repeater', fields: [{ name: 'page', type: 'reference' }] },
  );
  const values = {
    photo: 'media/a.jpg',
    related: ['posts/a.md', 'posts/b.md'],
    team: [{}, { page: 'pages/c.md' }],
  };
  expect(listLinks(definitions, values)).toEqual([
    { path: ['photo'], kind: 'media', target: 'media/a.jpg', to: [] },
    { path: ['related', 0], kind: 'reference', target: 'posts/a.md', to: ['post'] },
    { path: ['related', 1], kind: 'reference', target: 'posts/b.md', to: ['post'] },
    { path: ['team', 1, 'page'], kind: 'reference', target: 'pages/c.md', to: [] },
  ]);
});

test('YAML and defaults never change the result of the check', () => {
  fc.assert(
    fc.property(definitionsWithValues, ([given, values]) => {
      const definitions = fieldDefinitionsSchema.parse(given);
      expect(fieldDefinitionsSchema.parse(parse(stringify(given)))).toEqual(definitions);
      expect(checkFieldValues(definitions, values)).toEqual([]);
      const reread = parse(stringify(values)) as typeof values;
      expect(checkFieldValues(definitions, reread)).toEqual([]);
      expect(checkFieldValues(definitions, withFieldDefaults(definitions, values))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('the check of any value returns a list of paths and messages', () => {
  fc.assert(
    fc.property(definitionsWithValues, fc.anything(), ([given], anything) => {
      const definitions = fieldDefinitionsSchema.parse(given);
      const values = Object.fromEntries(definitions.map(({ name }) => [name, anything]));
      for (const { path, message } of checkFieldValues(definitions, values)) {
        expect(path).not.toBe('');
        expect(message).toMatch(/^(must|unknown|\w.* is) /);
      }
    }),
    { numRuns: 60 },
  );
});
