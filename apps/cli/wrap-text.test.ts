import { expect, test } from 'vitest';
import { wrapText } from './wrap-text.ts';

test('no line is wider than the terminal, except a single long word', () => {
  const long = '/a/very/long/path/that/nobody/wants/broken';
  const text = `What is there, and what is not: ${long} is there.\nNext line.`;
  expect(wrapText(text, 30)).toEqual([
    'What is there, and what is',
    'not:',
    long,
    'is there.',
    'Next line.',
  ]);
  expect(wrapText(text, 30).join(' ')).toBe(text.replace('\n', ' '));
});

test('text stays unchanged without a width', () => {
  expect(wrapText('one two\nthree', undefined)).toEqual(['one two', 'three']);
});
