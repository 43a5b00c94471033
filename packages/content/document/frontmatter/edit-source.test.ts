import { describe, expect, test } from 'vitest';
import { composeSource, editSource, type SourceEdit } from './edit-source.ts';
import { parseSource } from './parse-source.ts';

interface Situation {
  readonly name: string;
  readonly before: string;
  readonly edit: SourceEdit;
  readonly after: string;
}

const whole: readonly Situation[] = [
  {
    name: 'CRLF',
    before: '---\r\na: 1\r\n---\r\nx',
    edit: { set: { a: 'y\nz', b: [1] } },
    after: '---\r\na: |-\r\n  y\r\n  z\r\nb:\r\n  - 1\r\n---\r\nx',
  },
  {
    name: 'a byte order mark',
    before: '\uFEFF---\na: 1\n---\n',
    edit: { set: { a: 2 } },
    after: '\uFEFF---\na: 2\n---\n',
  },
  {
    name: 'no frontmatter',
    before: 'Text\r\n',
    edit: { set: { a: 1 } },
    after: '---\r\na: 1\r\n---\r\nText\r\n',
  },
  {
    name: 'no frontmatter, a byte order mark',
    before: '\uFEFFText',
    edit: { set: { a: 1 } },
    after: '\uFEFF---\na: 1\n---\nText',
  },
  { name: 'nothing at all', before: '', edit: { set: { a: 1 } }, after: '---\na: 1\n---\n' },
  {
    name: 'a rule without a second one',
    before: '---\n\nText\n',
    edit: { set: { a: 1 } },
    after: '---\na: 1\n---\n---\n\nText\n',
  },
  {
    name: 'no frontmatter and nothing to set',
    before: 'x',
    edit: { set: {}, remove: ['a'], body: 'y' },
    after: 'y',
  },
  {
    name: 'a body that would be frontmatter',
    before: 'x',
    edit: { body: '---\na: 1\n---\n' },
    after: '---\n---\n---\na: 1\n---\n',
  },
  {
    name: 'a new body',
    before: '---\na: "1" # x\n---\nold\n',
    edit: { body: 'new' },
    after: '---\na: "1" # x\n---\nnew',
  },
  {
    name: 'a body behind a fence that ends the file',
    before: '---\r\na: 1\r\n---',
    edit: { body: 'x' },
    after: '---\r\na: 1\r\n---\r\nx',
  },
  {
    name: 'a body taken away',
    before: '---\na: 1\n...\nx\n',
    edit: { body: '' },
    after: '---\na: 1\n...\n',
  },
  {
    name: 'body and values',
    before: '---\na: 1\n---\nx\n',
    edit: { set: { a: 2 }, body: 'y\n' },
    after: '---\na: 2\n---\ny\n',
  },
];

test.each(whole)('changing the whole file: $name', ({ before, edit, after }) => {
  expect(editSource(before, edit)).toBe(after);
});

describe('equal values in another spelling count as unchanged', () => {
  test.each([
    ['a: "x"', { a: 'x' }],
    ['a: 0x10', { a: 16 }],
    ['a: ~', { a: null }],
    ['a: 1.50', { a: 1.5 }],
    ['a: TRUE', { a: true }],
    ['a: .inf', { a: '.inf' }],
    ['a: &x {k: [1]}\nb: *x', { b: { k: [1] } }],
    ['a: >-\n  x\n  y', { a: 'x y' }],
    ['a: 12345678901234567890', { a: 12345678901234567000 }],
    ['<<: {a: 1}\nb: 2', { a: 1, b: 2 }],
  ])('%s', (yaml, set) => {
    const text = `---\n${yaml}\n---\nText`;
    expect(editSource(text, { set })).toBe(text);
  });
});

describe('line endings of the body', () => {
  test.each([
    ['LF given for CRLF, unchanged', 'a\r\nb\r\n', 'a\nb\n', 'a\r\nb\r\n'],
    ['LF given for mixed endings, unchanged', 'a\r\nb\n', 'a\nb\n', 'a\r\nb\n'],
    ['CRLF given for LF, unchanged', 'a\nb\n', 'a\r\nb\r\n', 'a\nb\n'],
    ['a lone CR as a browser gives it back, unchanged', 'a\rb\r\r\n', 'a\nb\n\n', 'a\rb\r\r\n'],
    ['a changed body of a CRLF file', 'a\r\nb\r\n', 'a\nc\n', 'a\r\nc\r\n'],
    ['a changed body of an LF file', 'a\nb\n', 'a\nc\n', 'a\nc\n'],
    ['CRLF given for LF, changed', 'a\nb\n', 'a\r\nc\r\n', 'a\r\nc\r\n'],
    ['lines of a mixed file', 'a\r\nb\r\nc\nd\r\n', 'a\nx\nc\nd\n', 'a\r\nx\r\nc\nd\r\n'],
    ['lines added to a mixed file', 'a\nb\r\nc\r\n', 'a\nx\ny\nb\nc\n', 'a\nx\r\ny\r\nb\r\nc\r\n'],
    ['the final newline goes', 'a\r\nb\r\n', 'a\nb', 'a\r\nb'],
  ])('%s', (...[, present, given, expected]) => {
    expect(editSource(present, { body: given })).toBe(expected);
  });

  test('line endings of the frontmatter take precedence and stay unchanged', () => {
    const edited = editSource('---\r\na: 1\r\n---\r\nx', { body: 'y\nz\n' });
    expect(edited).toBe('---\r\na: 1\r\n---\r\ny\r\nz\r\n');
  });
});

describe('rejected edits', () => {
  test('broken frontmatter is rejected with line and column, even for a new body', () => {
    expect(() => editSource('---\na: 1\nb: @x\n---\nText', { body: 'y' })).toThrow(
      expect.objectContaining({
        code: 'frontmatter_broken',
        kind: 'unprocessable',
        message: expect.stringContaining('line 3, column 4') as string,
        details: { line: 3, column: 4 },
      }),
    );
  });

  test.each([
    ['a key that a merge key brings in cannot be removed', '<<: {a: 1}\n', { remove: ['a'] }, 'a'],
    ['a map that is merged at the top cannot go', 'a: &x {b: 1}\n<<: *x\n', { remove: ['a'] }, 'a'],
    ['a number that JSON cannot hold', 'a: 1\n', { set: { b: NaN } }, 'b'],
  ])('%s', (...[, yaml, edit, key]) => {
    expect(() => editSource(`---\n${yaml}---\n`, edit)).toThrow(
      expect.objectContaining({
        code: 'frontmatter_not_editable',
        kind: 'unprocessable',
        message: expect.stringContaining(`"${key}"`) as string,
        details: { keys: [key] },
      }),
    );
  });

  test('a value nested too deeply is rejected', () => {
    const edit = () => editSource('---\na: 1\n---\n', { set: { deep: nested(64) } });
    expect(edit).toThrow(
      expect.objectContaining({
        code: 'frontmatter_not_editable',
        message: expect.stringContaining('at most 64 levels') as string,
      }),
    );
  });

  test('a value at the maximum depth is written and read', () => {
    expect(parseSource(composeSource({ a: nested(63) }, '')).values).toEqual({ a: nested(63) });
  });
});

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

describe('creating a file', () => {
  test.each([
    [
      'values and a body',
      { title: 'x', tags: ['a'] },
      'Text\n',
      '---\ntitle: x\ntags:\n  - a\n---\nText\n',
    ],
    ['no values', {}, 'Text', 'Text'],
    ['nothing', {}, '', ''],
    ['CRLF as the body has it', { a: 1 }, 'x\r\n', '---\r\na: 1\r\n---\r\nx\r\n'],
    ['a body that begins with a rule', { a: 1 }, '---\nx', '---\na: 1\n---\n---\nx'],
    ['a body like frontmatter, no values', {}, '---\nx\n---\n', '---\n---\n---\nx\n---\n'],
    ['a body that begins with a byte order mark', {}, '\uFEFFx', '---\n---\n\uFEFFx'],
  ])('%s', (...[, values, body, text]) => {
    expect(composeSource(values, body)).toBe(text);
  });
});
