import { expect, test } from 'vitest';
import { durationText } from './duration-text.ts';

test.each([
  [250, '250ms'],
  [1_000, '1s'],
  [1_500, '1500ms'],
  [90_000, '90s'],
  [900_000, '15m'],
  [7_200_000, '2h'],
  [0, '0ms'],
])('GAP-RC-LOOP-1: formats %d milliseconds as %s', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text);
});
