import { expect, test } from 'vitest';
import { listFaults, parseFields } from './fixtures.ts';

test('a definition has a name and a type, and defaults for everything else', () => {
  expect(parseFields({ name: 'subtitle', type: 'text' })).toEqual([
    {
      name: 'subtitle',
      label: '',
      type: 'text',
      required: false,
      show: false,
      help: '',
      options: [],
      multiple: false,
      whole: false,
      to: [],
      format: '',
      fields: [],
      group: '',
    },
  ]);
});

test('options are texts, or texts with labels', () => {
  const [field] = parseFields({
    name: 'size',
    type: 'select',
    options: ['s', { value: 'm', label: 'Medium' }],
  });
  expect(field!.options).toEqual([
    { value: 's', label: 's' },
    { value: 'm', label: 'Medium' },
  ]);
});

const nestedTooDeep = `- name: a
  type: object
  fields:
    - name: b
      type: object
      fields:
        - name: c
          type: object
          fields:
            - name: d
              type: object
              fields:
                - name: e
                  type: object
                  fields:
                    - name: f
                      type: text`;

test.each([
  ['an unknown type, with the nearest', '- { name: a, type: texst }', /^1: 0\.type: .*text\?$/],
  ['a name with a capital', '- { name: Start, type: text }', /^1: 0\.name: must be a name/],
  ['the name of a prototype', '- { name: __proto__, type: text }', /^1: 0\.name/],
  [
    'a duplicate name',
    '- { name: a, type: text }\n- { name: a, type: date }',
    /^2: 1\.name: appears twice: a/,
  ],
  ['an unknown key', '- { name: a, type: text, requird: true }', /did you mean .*required/],
  ['a select without options', '- { name: a, type: select }', /options: Options is required/],
  ['an option twice', '- { name: a, type: select, options: [x, x] }', /options\.1: appears twice/],
  [
    'options without a select',
    '- { name: a, type: text, options: [x] }',
    /requires the type select/,
  ],
  ['an object without fields', '- { name: a, type: object }', /fields: Fields is required/],
  ['fields in a text', '- { name: a, type: text, fields: [{ name: b, type: text }] }', /not text/],
  [
    'a list of objects',
    '- { name: a, type: boolean, multiple: true }',
    /multiple: requires the type/,
  ],
  [
    'bounds the wrong way round',
    '- { name: a, type: number, min: 3, max: 2 }',
    /min: is greater than max/,
  ],
  [
    'a default outside the options',
    '- { name: a, type: select, options: [x], default: y }',
    /default: must be one of x/,
  ],
  [
    'a default beyond the bounds',
    '- { name: a, type: number, max: 2, default: 3 }',
    /default: must be/,
  ],
  [
    'a day that does not exist',
    '- { name: a, type: date, default: 2026-02-30 }',
    /default: must be/,
  ],
  [
    'a mistake in an inner field',
    '- { name: a, type: repeater, fields: [{ name: b, type: select }] }',
    /0\.fields\.0\.options: Options is required/,
  ],
  ['fields nested deeper than five levels', nestedTooDeep, /levels deep/],
])('GAP-SET-2: %s is rejected', (_what, yaml, complaint) => {
  expect(listFaults(yaml).join('\n')).toMatch(complaint);
});

test('an object that is an alias of itself is rejected without an endless loop', () => {
  expect(listFaults('- &a { name: x, type: object, fields: [*a] }')).not.toEqual([]);
});
