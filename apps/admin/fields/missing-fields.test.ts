import { expect, test } from 'vitest';
import { readFields } from './field.ts';
import { missingFields } from './missing-fields.ts';

const fields = readFields([
  { name: 'minutes', label: 'Minutes', type: 'number', required: true },
  { name: 'size', type: 'select', required: true, default: 'm', options: ['m'] },
  { name: 'colours', type: 'text', required: true, multiple: true },
  { name: 'event', type: 'object', fields: [{ name: 'start', type: 'date', required: true }] },
  {
    name: 'steps',
    type: 'repeater',
    fields: [{ name: 'step_name', type: 'text', required: true }],
  },
]);

test.each([
  [{}, ['fields.minutes', 'fields.colours']],
  [{ minutes: '', colours: [] }, ['fields.minutes', 'fields.colours']],
  [{ minutes: 0, colours: ['red'] }, []],
  [{ minutes: 5, colours: ['red'], event: { end: 1 } }, ['fields.event.start']],
  [
    { minutes: 5, colours: ['red'], steps: [{ step_name: 'Mix' }, {}] },
    ['fields.steps[1].step_name'],
  ],
] as const)('of %j, the required fields %j are missing', (values, paths) => {
  expect(missingFields(fields, values).map(({ path }) => path)).toEqual(paths);
});

test('a missing field is named by its label', () => {
  expect(
    missingFields(fields, { colours: ['red'], steps: [{}] }).map(({ label }) => label),
  ).toEqual(['Minutes', 'Step name']);
});
