import { describe, expect, test } from 'vitest';
import { sha256 } from './hashing.ts';
import { valueChanges } from './value-changes.ts';

test.each([
  [
    'a changed value',
    { a: 1, b: { c: true } },
    { a: 1, b: { c: false } },
    { 'b.c': { old: true, new: false } },
  ],
  ['a value that is new', {}, { a: 'x' }, { a: { old: null, new: 'x' } }],
  ['a value that is gone', { a: [] }, {}, { a: { old: [], new: null } }],
  ['another order of keys', { a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, {}],
  ['a list', { a: ['x'] }, { a: ['x', 'y'] }, { a: { old: ['x'], new: ['x', 'y'] } }],
  [
    'rows with names',
    {
      types: [
        { key: 'page', list: true },
        { key: 'post', list: true },
      ],
    },
    {
      types: [
        { key: 'post', list: false },
        { key: 'page', list: true },
      ],
    },
    { 'types.post.list': { old: true, new: false } },
  ],
  ['a mapping that becomes a value', { a: { b: 1 } }, { a: 1 }, { a: { old: { b: 1 }, new: 1 } }],
  [
    'keys such as __proto__',
    JSON.parse('{"__proto__": 1}') as object,
    {},
    JSON.parse('{"__proto__": {"old": 1, "new": null}}') as object,
  ],
])('lists changed values by path: %s', (...[, before, after, expected]) => {
  expect(JSON.stringify(valueChanges(before, after))).toBe(JSON.stringify(expected));
});

describe('a secret', () => {
  test.each([
    ['by its name', { api_key: 'one' }, { api_key: 'two' }],
    ['below its name', { secret: { a: ['one'] } }, { secret: 'two' }],
    ['in rows', { hooks: [{ url: 'a', token: 'one' }] }, { hooks: [{ url: 'a', token: 'two' }] }],
    ['by its look', { note: `Bearer ${'one'.repeat(9)}` }, { note: 'password=two' }],
    [
      'at the end of a long value',
      { a: `${'x'.repeat(999)} sk-${'one'.repeat(9)}` },
      { a: 'two'.slice(3) },
    ],
  ])('is masked: %s', (_how, before, after) => {
    const text = JSON.stringify(valueChanges(before, after));
    expect(text).not.toMatch(/one|two/);
    expect(Object.keys(valueChanges(before, after))).toHaveLength(1);
  });
});

test('a long value is cut, with a hash of the whole', () => {
  const long = 'x'.repeat(10_000);
  expect(valueChanges({ a: 'y' }, { a: long })).toEqual({
    a: {
      old: 'y',
      new: { starts: `"${'x'.repeat(499)}`, length: 10_002, sha256: sha256(`"${long}"`) },
    },
  });
});

test.each([
  ['many values', 300, 10],
  ['many long values', 300, 10_000],
  ['very many values', 10_000, 10],
])('%s have a bounded size', (_what, count, length) => {
  const values = (letter: string) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`key${at}`, letter.repeat(length)]),
    );
  const changes = valueChanges(values('a'), values('b'));
  expect(JSON.stringify(changes).length).toBeLessThanOrEqual(10_000);
  expect(Object.keys(changes).length).toBeGreaterThan(0);
});
