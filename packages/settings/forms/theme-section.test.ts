import { expect, test } from 'vitest';
import { fieldError } from '@galley/kernel';
import { parseFields } from '../fields/fixtures.ts';
import { captureError } from '../fixtures.ts';
import { createThemeSection } from './theme-section.ts';

const section = createThemeSection(
  {
    name: 'ink',
    description: 'Black on white.',
    fields: parseFields(
      { name: 'accent', type: 'text', default: 'teal' },
      { name: 'motto', type: 'text', default: 'Daily' },
    ),
    misfits: ({ accent }) =>
      accent === 'red' ? [fieldError('accent', 'custom', { text: 'must not be red' })] : [],
  },
  'content',
);
const before = `title: A
theme_settings:
  ink: # ours
    accent: "#fff" # for now
    gone: 1
`;
const write = (text: string, values: object) =>
  section.write(text, new Map(Object.entries(values)));

test('GAP-SET-1: theme settings are in site.yaml below the theme name, with defaults', async () => {
  const { values, fields } = await section.read(before);
  expect(values).toEqual({ accent: '#fff', motto: 'Daily' });
  expect(fields.map(({ source }) => source)).toEqual(['config/site.yaml', 'default']);
  expect((await section.read('title: A\n')).values).toEqual({ accent: 'teal', motto: 'Daily' });
});

test('GAP-SET-1: changes preserve comments, accept empty texts, and restore the default on null', async () => {
  const after = await write(before, { accent: 'navy', motto: '' });
  expect(after).toBe(`${before.replace('"#fff"', '"navy"')}    motto: ""\n`);
  expect((await section.read(after)).values).toEqual({ accent: 'navy', motto: '' });
  const again = await write(after, { accent: null, motto: null });
  expect((await section.read(again)).values).toEqual({ accent: 'teal', motto: 'Daily' });
  expect(again).toContain('ink: # ours\n');
});

test('GAP-SET-1: invalid theme settings are refused', async () => {
  const { code, details } = await captureError(() => write(before, { accent: 'red' }));
  expect(code).toBe('invalid_fields');
  expect(details['errors']).toEqual([fieldError('accent', 'custom', { text: 'must not be red' })]);
});
