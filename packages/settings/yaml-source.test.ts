import { expect, test } from 'vitest';
import { parseYaml } from './yaml-source.ts';

test.each([
  ['a: 1\na: 2', '2:1', 'this key is there already'],
  ['a:\n  b:\n  # again\n  b: 1', '4:3', 'this key is there already'],
  ['a: [1\nb: 2', '2:1', 'a bracket before it is not closed'],
  ['a: "x', '1:6', 'a quote, bracket, comma or colon is missing'],
  ['a: 1\n\tb: 2', '2:1', 'a tab cannot indent'],
  ['a: @x', '1:4', 'must be in quotes'],
  ['a: b: c', '1:4', 'a value that contains ": " must be in quotes'],
  ['a\nb: 1', '1:1', 'a key must be on one line'],
  ['---\na: 1\n---\nb: 2', '3:1', 'a single document'],
  ['a: "\\p"', '1:5', 'a backslash must be doubled'],
  ['? [a]\n: 1', '1:3', 'a key must be plain text'],
  ['a: !x y', '1:4', 'tags'],
  ['a: *x', '1:4', 'no anchor of this name'],
  ['a: { b: ${X} }', '1:10', '${NAME} needs quotes'],
  ['- a\nb: 1', '2:1', 'is not valid YAML from here on'],
])('%j is invalid YAML at %s: %s', (text, place, message) => {
  const [finding] = parseYaml(text, 'x.yaml').findings;
  expect(`${finding?.place.line}:${finding?.place.column}`).toBe(place);
  expect(finding?.message).toContain(message);
});

test('only the cause of related mistakes is reported', () => {
  expect(parseYaml('- a\nb: 1\nc: 2\n', 'x.yaml').findings).toHaveLength(1);
});

test('every duplicate key is reported', () => {
  expect(parseYaml('a: 1\na: 2\nb: 1\nb: 2\n', 'x.yaml').findings).toHaveLength(2);
});

test('aliases are resolved, in values and in positions', () => {
  const source = parseYaml('a: &x\n  b: 1\nc: *x\n', 'x.yaml');
  expect(source.value).toEqual({ a: { b: 1 }, c: { b: 1 } });
  expect(source.placeOf(['c', 'b'], 'value')).toEqual({ name: 'x.yaml', line: 2, column: 6 });
});

test('aliases that would exhaust the memory are rejected', () => {
  const levels = Array.from({ length: 12 }, (_, n) =>
    n === 0
      ? 'a0: &a0 [x]'
      : `a${n}: &a${n} [${Array(10)
          .fill(`*a${n - 1}`)
          .join(', ')}]`,
  );
  const { findings } = parseYaml(levels.join('\n'), 'x.yaml');
  expect(findings.map(({ message }) => message)).toEqual([
    'cannot be read: its aliases (*name) expand to too much',
  ]);
});

test('positions start at 1, with any line ends', () => {
  const source = parseYaml('a: 1\r\nb:\r\n  - 2\r\n  - x\r\n', 'x.yaml');
  expect(source.placeOf(['b', 1], 'value')).toMatchObject({ line: 4, column: 5 });
  expect(source.placeOf(['b'], 'key')).toMatchObject({ line: 2, column: 1 });
});

test('a missing value has the position of its parent', () => {
  const source = parseYaml('a:\n  - b: 1\n', 'x.yaml');
  expect(source.placeOf(['a', 0, 'c'], 'value')).toMatchObject({ line: 2, column: 5 });
  expect(parseYaml('', 'x.yaml').placeOf(['a'], 'value')).toMatchObject({ line: 1, column: 1 });
});
