import { expect, test } from 'vitest';
import { attributeChange, requiredAttributes } from './attribute-syntax.ts';

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
