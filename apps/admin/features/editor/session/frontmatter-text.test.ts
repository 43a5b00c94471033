import { describe, expect, test } from 'vitest';
import {
  isDeepEqual,
  readFrontmatter,
  withChange,
  withValue,
  withValues,
} from './frontmatter-text.ts';

const yaml = `# Agreed.
title: Ink   # short
tags: [a, b]
fields:
  price: 12 # with tax
  # Of the photographer.
  credit: |
    Ruth
    and Tomás
last: yes please
`;

describe('a value of the frontmatter', () => {
  test.each<[string, string[], unknown, string, string]>([
    ['is changed on its line', ['title'], 'Oil', 'title: Ink   #', 'title: Oil   #'],
    ['is changed inside another', ['fields', 'price'], 14, 'price: 12 #', 'price: 14 #'],
    ['is a list on one line', ['tags'], ['c'], 'tags: [a, b]', 'tags: [c]'],
    ['is taken away with its line', ['last'], undefined, 'last: yes please\n', ''],
    [
      'is added at the end',
      ['summary'],
      'New',
      'last: yes please\n',
      'last: yes please\nsummary: New\n',
    ],
    [
      'of several lines is replaced whole',
      ['fields', 'credit'],
      'Inés',
      'credit: |\n    Ruth\n    and Tomás\n',
      'credit: Inés\n',
    ],
  ])('%s, and nothing else is', (...[, path, value, before, after]) => {
    expect(yaml).toContain(before);
    expect(withValue(yaml, path, value)).toBe(yaml.replace(before, after));
  });

  test('begins a frontmatter where there is none, and what it stands in where that is missing', () => {
    expect(withValue('', ['title'], 'Ink')).toBe('title: Ink\n');
    expect(readFrontmatter(withValue(yaml, ['event', 'start'], 'soon')).values).toMatchObject({
      event: { start: 'soon' },
      title: 'Ink',
    });
  });

  test('leaves the lines of what it says as before, however deep', () => {
    const deep =
      'fields:\n  event:\n    # By sea.\n    start: soon # or not\n    end: late\nlast: 1\n';
    const event = { start: 'soon', end: 'never', place: 'Porto' };
    expect(withChange(deep, ['fields', 'event'], event)).toBe(
      deep.replace('end: late\n', 'end: never\n    place: Porto\n'),
    );
    expect(withChange(deep, ['fields', 'event'], undefined)).toContain('last: 1\n');
  });

  test('is written where brackets and anchors leave no line of its own', () => {
    const odd = 'base: &base { a: 1 }\nfields: { x: 1, y: 2 } # both\nmore: *base\n';
    const { values } = readFrontmatter(withValue(odd, ['fields', 'x'], 3));
    expect(values).toEqual({ base: { a: 1 }, fields: { x: 3, y: 2 }, more: { a: 1 } });
  });

  test('leaves a frontmatter that cannot be read as it is', () => {
    const broken = 'title: "Ink\nother: 1\n';
    expect(readFrontmatter(broken).problem?.line).toBeGreaterThan(0);
    expect(withValue(broken, ['title'], 'Oil')).toBe(broken);
  });
});

test('all values of an earlier text come back, and those of the server stay', () => {
  const values = { title: 'Oil', fields: { price: 12, credit: 'Ruth' }, author: 'eve' };
  const text = withValues(`${yaml}author: maria\n`, values, (name) => name !== 'author');
  expect(readFrontmatter(text).values).toEqual({ ...values, author: 'maria' });
  expect(text).toContain('# Agreed.\ntitle: Oil   # short\n');
  expect(text).toContain('price: 12 # with tax');
});

test('values are the same in any order of their names', () => {
  expect(isDeepEqual({ a: [1, { b: null }], c: 2 }, { c: 2, a: [1, { b: null }] })).toBe(true);
  expect(isDeepEqual({ a: 1 }, { a: 1, b: undefined })).toBe(false);
});
