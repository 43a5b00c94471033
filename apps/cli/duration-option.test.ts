import { expect, test } from 'vitest';
import { durationOption } from './duration-option.ts';

test.each([
  ['1s', 1_000],
  ['250ms', 250],
  ['5m', 300_000],
  ['2h', 7_200_000],
  ['0', 0],
  ['0s', 0],
  ['-5s', -5_000],
])('RC-CMD-1, RC-CMD-6: %s is %d ms', (text, milliseconds) => {
  expect(durationOption('interval')(text)).toBe(milliseconds);
});

test('the last of two values applies', () => {
  expect(durationOption('interval')(['1s', '2s'])).toBe(2_000);
});

test.each(['', '5', 's', '1.5s', '1 s', '1w', 'soon'])('"%s" is rejected', (text) => {
  expect(() => durationOption('interval')(text)).toThrow(
    `--interval takes a duration such as 250ms, 1s or 5m, not "${text}"`,
  );
});
