import { describe, expect, test } from 'vitest';
import { exposedValue, parseExposition } from './exposition.ts';

const sound = [
  '# HELP asked_total Requests; a \\\\ and a line\\nend.',
  '# TYPE asked_total counter',
  'asked_total{how="we\\"ll",of="a\\\\b\\nc"} 1.5e+3',
  'asked_total 0',
  '',
  '# HELP lag How late it is.',
  '# TYPE lag gauge',
  'lag{of="x"} -Inf',
  'lag{of="y"} NaN',
  '# HELP time How long.',
  '# TYPE time histogram',
  'time_bucket{le="0.1"} 1',
  'time_bucket{le="+Inf"} 2',
  'time_sum 0.4',
  'time_count 2',
].join('\n');

test('an exposition is parsed, including escapes', () => {
  const metrics = parseExposition(`${sound}\n`);
  expect([...metrics.keys()]).toEqual(['asked_total', 'lag', 'time']);
  expect(exposedValue(metrics, 'asked_total', { of: 'a\\b\nc', how: 'we"ll' })).toBe(1_500);
  expect(exposedValue(metrics, 'asked_total')).toBe(0);
  expect(exposedValue(metrics, 'lag', { of: 'x' })).toBe(-Infinity);
  expect(exposedValue(metrics, 'lag', { of: 'y' })).toBeNaN();
  expect(exposedValue(metrics, 'lag')).toBeUndefined();
});

const head = '# HELP a x\n# TYPE a gauge\n';
const histogram = '# HELP a x\n# TYPE a histogram\n';

describe('rejects', () => {
  test.each([
    ['a last line without its end', `${head}a 1`, 'has no line feed'],
    ['a line with a carriage return', `${head}a 1\r\n`, 'not a value'],
    ['a value without a type', 'a 1\n', 'grouped with its TYPE'],
    ['a type without help', '# TYPE a gauge\na 1\n', 'no HELP line before'],
    ['help without words', '# HELP a \n# TYPE a gauge\na 1\n', 'neither HELP nor TYPE'],
    ['an unknown type', '# HELP a x\n# TYPE a number\na 1\n', 'neither HELP nor TYPE'],
    ['a comment', `${head}# a\na 1\n`, 'neither HELP nor TYPE'],
    ['a metric in two parts', `${head}a 1\n${head}a{b="c"} 1\n`, 'defined twice'],
    ['a value of another metric', `${head}b 1\n`, 'grouped with its TYPE'],
    [
      'a value that appears twice',
      `${head}a{b="c",d="e"} 1\na{d="e",b="c"} 2\n`,
      'value is listed twice',
    ],
    ['a label that appears twice', `${head}a{b="c",b="d"} 1\n`, 'twice'],
    ['a label without quotes', `${head}a{b=c} 1\n`, 'malformed'],
    ['a comma at the end', `${head}a{b="c",} 1\n`, 'malformed'],
    ['an unknown escape', `${head}a{b="\\t"} 1\n`, 'malformed'],
    ['a name with a hyphen', `${head}a-b 1\n`, 'not a value'],
    ['two blanks', `${head}a  1\n`, 'not a value'],
    ['a hexadecimal number', `${head}a 0x10\n`, 'not a number'],
    ['a counter below zero', '# HELP a x\n# TYPE a counter\na -1\n', 'negative or not a number'],
    [
      'a counter that is not a number',
      '# HELP a x\n# TYPE a counter\na NaN\n',
      'negative or not a number',
    ],
    [
      'a histogram that shrinks',
      `${histogram}a_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n`,
      'not a valid histogram',
    ],
    [
      'a histogram without its last bucket',
      `${histogram}a_bucket{le="1"} 1\na_sum 1\na_count 1\n`,
      'not a valid histogram',
    ],
    [
      'a histogram without a sum',
      `${histogram}a_bucket{le="+Inf"} 1\na_count 1\n`,
      'not a valid histogram',
    ],
  ])('%s', (_what, text, message) => {
    expect(() => parseExposition(text)).toThrow(message);
  });
});
