import { expect, test } from 'vitest';
import { formatValue } from './format-value.ts';

test.each([
  ['A text', 'A text'],
  [['ink', 'press'], 'ink, press'],
  [['ink', 7], '[\n "ink",\n 7\n]'],
  [{ name: 'ink' }, '{\n "name": "ink"\n}'],
  [true, 'true'],
  [null, 'null'],
  [undefined, ''],
])('the value %j is shown as %j', (value, text) => {
  expect(formatValue(value)).toBe(text);
});
