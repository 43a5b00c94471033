import { expect, test } from 'vitest';
import { checkFieldValues } from './check-values.ts';
import { listFaults, parseFields } from './fixtures.ts';
import { listFormats, withPluginTypes } from './plugin-types.ts';

const [score] = parseFields({ name: 'score', type: 'number', max: 5, default: 3, help: 'Ours' });
const types = new Map([['reviews/score', score!]]);
const given = parseFields(
  { name: 'mark', label: 'Mark', type: 'plugin', format: 'reviews/score', required: true },
  {
    name: 'rows',
    type: 'repeater',
    fields: [{ name: 'inner', type: 'plugin', format: 'reviews/score' }],
  },
  { name: 'other', type: 'plugin', format: 'gone/type' },
);

test('ADD-PLUG-10: a field gets the definition of its plugin and keeps what the site says, at every level', () => {
  const [mark, rows, other] = withPluginTypes(given, types);
  const wanted = { name: 'mark', label: 'Mark', type: 'number', max: 5, default: 3, help: 'Ours' };
  expect(mark).toMatchObject({ ...wanted, required: true, format: 'reviews/score' });
  expect(rows!.fields).toMatchObject([{ name: 'inner', type: 'number' }]);
  expect(other).toMatchObject({ type: 'plugin', format: 'gone/type' });
  const values = { mark: 7, rows: [{ inner: 1 }, { inner: 9 }], other: { any: ['thing'] } };
  expect(checkFieldValues(withPluginTypes(given, types), values).map(({ path }) => path)).toEqual([
    'mark',
    'rows[1].inner',
  ]);
  expect(checkFieldValues(given, values)).toEqual([]);
});

test('ADD-PLUG-11: values of plugin types are found with their paths', () => {
  const values = { mark: 7, rows: [{ inner: 1 }, 'odd', { inner: null }], other: '', more: 1 };
  expect(listFormats(given, values)).toEqual([
    { format: 'reviews/score', path: 'mark', value: 7 },
    { format: 'reviews/score', path: 'rows[0].inner', value: 1 },
  ]);
});

test.each([
  ['- { name: a, type: plugin }', '1: 0.format: Format is required, such as reviews/rating'],
  ['- { name: a, type: text, format: a/b }', '0.format: requires the type plugin'],
  ['- { name: a, type: plugin, format: ../b }', '0.format: must be a valid value'],
  ['- { name: a, type: text, input: stars }', '0.input: requires the type number'],
  ['- { name: a, type: number, input: slider, max: 3 }', '0.input: requires min, max'],
  ['- { name: a, type: number, input: stars, max: 3 }', '0.input: requires whole: true'],
  ['- { name: a, type: number, input: stars, whole: true, max: 30 }', '0.max: must be at most 10'],
])('%s: %s', (yaml, fault) => {
  expect(listFaults(yaml).join('\n')).toContain(fault);
});
