import { expect, test } from 'vitest';
import { maxParts, requirePartLimit } from './json-limits.ts';

function check(text: string, encoding = 'utf-8'): void {
  requirePartLimit(Buffer.from(text), encoding);
}

test.each([
  ['items', `[${'1,'.repeat(maxParts)}1]`],
  ['objects', `[${'{},'.repeat(maxParts / 2)}{}]`],
  ['nesting', '['.repeat(maxParts + 1)],
  ['items behind an escaped quote', `["\\"",${'1,'.repeat(maxParts)}1]`],
])('too many %s are refused', (_name, text) => {
  expect(() => check(text)).toThrow('has more than 50000 members');
});

test.each([
  ['a text of commas and brackets', JSON.stringify({ content: ',[{'.repeat(maxParts) })],
  ['a text with quotes and backslashes', JSON.stringify({ content: '\\",["'.repeat(maxParts) })],
  ['as many items as are allowed', `[${'1,'.repeat(maxParts - 1)}1]`],
])('%s is accepted', (_name, text) => {
  expect(() => check(text)).not.toThrow();
});

test('JSON in an encoding other than UTF-8 is refused', () => {
  expect(() => check('{}', 'utf-16le')).toThrow('Send JSON in UTF-8');
});
