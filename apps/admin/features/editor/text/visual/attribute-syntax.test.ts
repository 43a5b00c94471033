import { expect, test } from 'vitest';
import { attributeChange, attributesIn, requiredAttributes } from './attribute-syntax.ts';

test.each([
  [' by="Ada"  wide', { name: 'by', value: 'Bo' }, ' by="Bo"  wide'],
  [" by='Ada' wide", { name: 'by', value: 'say "hi"' }, ' by=\'say "hi"\' wide'],
  [' by=Ada wide', { name: 'wide', value: null }, ' by=Ada'],
  [' wide by=Ada', { name: 'wide', value: null }, ' by=Ada'],
  [' by=Ada ', { name: 'wide', value: true as const }, ' by=Ada wide '],
  ['', { name: 'by', value: 'a\nb' }, ' by="a b"'],
  [' by=Ada', { name: 'wide', value: null }, ' by=Ada'],
])('ADD-EDIT-9: in %j, %j changes one attribute', (text, attribute, result) => {
  const { from, to, insert } = attributeChange(text, attribute);
  expect(text.slice(0, from) + insert + text.slice(to)).toBe(result);
});

test('ADD-EDIT-11: words and quoted values without a name are not names of attributes', () => {
  const found = attributesIn(` "about.md" text='A b' 0RKpf3 legend about.md title="" wide=2`);
  expect(found.map(({ name, value, isNamed }) => [name, value, isNamed])).toEqual([
    ['', 'about.md', false],
    ['text', 'A b', true],
    ['', '0RKpf3', false],
    ['legend', '', false],
    ['', 'about.md', false],
    ['title', '', true],
    ['wide', '2', true],
  ]);
});

test.each([
  [' "title" ', { name: 'title', value: 'A' }, ' "title" title="A" '],
  [' about.md text="B"', { name: 'about', value: 'A' }, ' about.md text="B" about="A"'],
])('ADD-EDIT-11: in %j, %j leaves values without a name', (text, attribute, result) => {
  const { from, to, insert } = attributeChange(text, attribute);
  expect(text.slice(0, from) + insert + text.slice(to)).toBe(result);
});

test('ADD-EDIT-9: a new block has the parameters that it requires', () => {
  const parameter = { required: true, type: 'text', default: null };
  expect(
    requiredAttributes([
      { ...parameter, name: 'source' },
      { ...parameter, name: 'height', type: 'number', default: 300 },
      { ...parameter, name: 'legend', type: 'boolean', default: true },
      { ...parameter, name: 'by', required: false },
    ]),
  ).toBe(' source="" height="300" legend');
});
