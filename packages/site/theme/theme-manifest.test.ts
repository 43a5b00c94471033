import { describe, expect, test } from 'vitest';
import { parseManifest } from './theme-manifest.ts';
import { fillSettings, findMismatch } from './theme-settings.ts';

const head = 'name: a\nversion: 1\n';

test('theme.yaml says what the theme is, and what a site may set', () => {
  const manifest = parseManifest(`name: ink
version: 2.0.0
author: Ruth
description: Dark.
settings:
  - name: accent
    label: Colour of links
    type: color
    default: '#b4320e'
    help: Readable on white.
  - { name: columns, type: select, options: [one, two], default: two }
  - { name: motto, type: text, default: '' }
`);
  expect(manifest).toEqual({
    name: 'ink',
    version: '2.0.0',
    author: 'Ruth',
    description: 'Dark.',
    settings: [
      {
        name: 'accent',
        label: 'Colour of links',
        type: 'color',
        default: '#b4320e',
        help: 'Readable on white.',
        options: [],
      },
      {
        name: 'columns',
        label: 'columns',
        type: 'select',
        default: 'two',
        help: '',
        options: ['one', 'two'],
      },
      { name: 'motto', label: 'motto', type: 'text', default: '', help: '', options: [] },
    ],
    lists: [],
  });
});

describe('a mistake in the settings is reported with its line and column', () => {
  test.each([
    ['settings: { a: b }', 'line 3, column 11: settings must be a list of name, label'],
    ['settings:\n  - accent', 'line 4, column 5: must be a mapping with name, label'],
    ['settings:\n  - { type: text, default: x }', 'line 4, column 5: name must be given, as text.'],
    [
      'settings:\n  - { name: A-b, type: text, default: x }',
      'line 4, column 13: name must be lower-case',
    ],
    [
      'settings:\n  - { name: a, type: colour, default: x }',
      'line 4, column 22: type must be one of text,',
    ],
    ['settings:\n  - { name: a, type: text }', 'line 4, column 5: default must be text'],
    [
      'settings:\n  - { name: a, type: color, default: "red;}" }',
      'line 4, column 38: default must be a colour',
    ],
    [
      'settings:\n  - { name: a, type: number, default: "1" }',
      'line 4, column 39: default must be a number.',
    ],
    [
      'settings:\n  - { name: a, type: select, default: x }',
      'a select must have a list of options',
    ],
    [
      'settings:\n  - { name: a, type: select, options: [1], default: x }',
      'an option must be text',
    ],
    [
      'settings:\n  - { name: a, type: select, options: [x], default: y }',
      'default must be one of x.',
    ],
    [
      'settings:\n  - { name: a, type: text, options: [x], default: y }',
      'options are only allowed with the type select',
    ],
    [
      'settings:\n  - { name: a, type: text, default: x, hint: y }',
      'hint is not known; name, label',
    ],
    [
      'settings:\n  - { name: a, type: text, default: x }\n  - { name: a, type: text, default: x }',
      'line 5, column 5: the setting a is defined twice',
    ],
  ])('%s', (yaml, message) => {
    expect(() => parseManifest(head + yaml)).toThrow(message);
  });

  test('as are more of them than anybody could set', () => {
    const many = Array.from(
      { length: 101 },
      (_, n) => `  - { name: a${n}, type: text, default: x }`,
    );
    expect(() => parseManifest(`${head}settings:\n${many.join('\n')}`)).toThrow('at most 100');
  });
});

const setting = (type: string, options: string[] = []) => ({ type: type as 'text', options });

describe('what a setting may be', () => {
  test.each([
    ['text', 'one line', true],
    ['text', 'two\nlines', false],
    ['text', 5, false],
    ['textarea', 'two\nlines', true],
    ['number', 1.5, true],
    ['number', Number.NaN, false],
    ['number', '5', false],
    ['boolean', false, true],
    ['boolean', 'no', false],
    ['color', '#B4320E', true],
    ['color', '#abc8', true],
    ['color', 'RebeccaPurple', true],
    ['color', '#abcde', false],
    ['color', 'red; background: url(//evil.example)', false],
    ['color', 'rgb(0 0 0)', false],
    ['color', 'constructor', false],
    ['url', '', true],
    ['url', '/about/', true],
    ['url', 'https://example.org/', true],
    ['url', '//evil.example', false],
    ['url', '/\\evil.example', false],
    ['url', 'javascript:alert(1)', false],
  ])('%s: %j fits: %s', (type, value, fits) => {
    expect(findMismatch(setting(type), value) === undefined).toBe(fits);
  });
});

test('defaults replace missing and invalid values, and unknown ones are reported', () => {
  const { settings } = parseManifest(
    `${head}settings:\n  - { name: a, type: number, default: 1 }\n  - { name: b, type: number, default: 2 }\n  - { name: c, type: number, default: 3 }\n  - { name: d, type: number, default: 4 }\n`,
  );
  expect(fillSettings(settings, { b: 20, c: 'x', d: null, e: 5 })).toMatchObject({
    values: { a: 1, b: 20, c: 3, d: 4 },
    misfits: [
      { path: 'e', code: 'unknown_key' },
      { path: 'c', message: 'must be a number' },
    ],
  });
});
