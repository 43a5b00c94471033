import { expect, test } from 'vitest';
import { wrapped } from './wrapped.ts';

test('no line is wider than the terminal, except a single long word', () => {
  const long = '/a/very/long/path/that/nobody/wants/broken';
  const text = `What is there, and what is not: ${long} is there.\nNext line.`;
  expect(wrapped(text, 30)).toEqual([
    'What is there, and what is',
    'not:',
    long,
    'is there.',
    'Next line.',
  ]);
  expect(wrapped(text, 30).join(' ')).toBe(text.replace('\n', ' '));
});

test('text stays unchanged without a width', () => {
  expect(wrapped('one two\nthree', undefined)).toEqual(['one two', 'three']);
});
