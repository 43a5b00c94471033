import { expect, test } from 'vitest';
import { parseCustomFields, parseSiteSettings } from '@galley/settings';
import { visibleFields } from './visible-fields.ts';

const site = parseSiteSettings('time_zone: Europe/Madrid', 'site.yaml');

function fieldsOf(definitions: string, fields: Record<string, unknown>, lang = 'en') {
  const customFields = parseCustomFields(`types:\n  post: [${definitions}]\n`, site);
  return visibleFields(
    { ...site, customFields },
    { path: 'posts/soup.md', type: 'post', lang, fields },
  );
}

test('ADD-ONB-7: fields are shown with their labels, in the order of their definitions', () => {
  const definitions = `
    { name: cooking_minutes, type: number, show: true },
    { name: secret, type: text },
    { name: level, label: Level, type: select, show: true, options: [{ value: e, label: Easy }] },
    { name: tools, type: text, multiple: true, show: true },
    { name: empty, type: text, show: true },
    { name: vegan, type: boolean, show: true },
    { name: source, type: url, show: true }`;
  const fields = {
    source: 'https://example.org/soup',
    vegan: true,
    tools: ['pot', 'ladle'],
    level: 'e',
    secret: 'no',
    cooking_minutes: 1040,
  };
  expect(fieldsOf(definitions, fields)).toEqual([
    { name: 'cooking_minutes', label: 'Cooking minutes', text: '1,040', url: null },
    { name: 'level', label: 'Level', text: 'Easy', url: null },
    { name: 'tools', label: 'Tools', text: 'pot, ladle', url: null },
    { name: 'vegan', label: 'Vegan', text: '✓', url: null },
    {
      name: 'source',
      label: 'Source',
      text: 'https://example.org/soup',
      url: 'https://example.org/soup',
    },
  ]);
});

test('ADD-ONB-7: days and times are in the language of the page and the time zone of the site', () => {
  const day = '{ name: day, type: date, show: true }, { name: at, type: datetime, show: true }';
  const fields = { day: '2026-03-01', at: '2026-03-01T22:30:00Z' };
  expect(fieldsOf(day, fields, 'de').map(({ text }) => text)).toEqual([
    '1. März 2026',
    '1. März 2026 um 23:30',
  ]);
});

test('ADD-ONB-7: values from disk that do not fit are no links and no objects', () => {
  const definitions = '{ name: a, type: url, show: true }, { name: b, type: text, show: true }';
  const found = fieldsOf(definitions, { a: 'javascript:alert(1)', b: { c: 1 } });
  expect(found).toMatchObject([{ text: 'javascript:alert(1)', url: null }]);
});

test.each([
  ['{ name: o, type: object, show: true, fields: [{ name: a, type: text }] }', 'requires the type'],
  ['{ name: o, type: object, fields: [{ name: a, type: text, show: true }] }', 'inside a field'],
])('ADD-ONB-7: a definition that cannot be shown is refused: %s', (definition, message) => {
  expect(() => fieldsOf(definition, {})).toThrow(message);
});
