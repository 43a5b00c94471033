import { describe, expect, test } from 'vitest';
import { composeSource, editSource, type SourceEdit } from './edit-source.ts';
import { parseSource } from './parse-source.ts';

interface Situation {
  readonly name: string;
  readonly before: string;
  readonly edit: SourceEdit;
  readonly after: string;
}

/** A situation within the fences, so that the table shows what matters. */
const inBlock = (name: string, before: string, edit: SourceEdit, after: string): Situation => ({
  name,
  before: `---\n${before}---\nText`,
  edit,
  after: `---\n${after}---\nText`,
});

const scalars = [
  inBlock('a plain value', 'a: 1\nb: 2\n', { set: { a: 3 } }, 'a: 3\nb: 2\n'),
  inBlock('double quotes stay', 'a: "x"\n', { set: { a: 'y' } }, 'a: "y"\n'),
  inBlock('single quotes stay', "a: 'x'\n", { set: { a: "it's" } }, "a: 'it''s'\n"),
  inBlock('quotes give way to a number', 'a: "x"\n', { set: { a: 3 } }, 'a: 3\n'),
  inBlock('the comment behind', 'a: x   # why\n', { set: { a: 'y' } }, 'a: y   # why\n'),
  inBlock('the space before', 'a:    x\nlong: y\n', { set: { a: 'z' } }, 'a:    z\nlong: y\n'),
  inBlock('a tab before', 'a:\tx\n', { set: { a: 'z' } }, 'a:\tz\n'),
  inBlock('no value yet', 'a:\nb: 1\n', { set: { a: 'x' } }, 'a: x\nb: 1\n'),
  inBlock('no value, a comment', 'a:  # c\nb: 1\n', { set: { a: 'x' } }, 'a: x  # c\nb: 1\n'),
  inBlock('to null', 'a: 1 # c\n', { set: { a: null } }, 'a: null # c\n'),
  inBlock('a value on the next line', 'a: # c\n  x # d\n', { set: { a: 'y' } }, 'a: y # c # d\n'),
  inBlock('a date stays plain', 'a: 2024-01-01\n', { set: { a: '2024-02-02' } }, 'a: 2024-02-02\n'),
  inBlock('text like a number', 'a: x\n', { set: { a: '12' } }, 'a: "12"\n'),
  inBlock('text like a boolean', 'a: x\n', { set: { a: 'true' } }, 'a: "true"\n'),
  inBlock('text like a comment', 'a: x\n', { set: { a: 'y # z' } }, 'a: "y # z"\n'),
  inBlock('a tag goes', 'a: !!str 1\n', { set: { a: 'x' } }, 'a: x\n'),
  inBlock(
    'long text is not folded',
    'a: x\n',
    { set: { a: 'w '.repeat(80) + 'w' } },
    `a: ${'w '.repeat(80)}w\n`,
  ),
  inBlock('a quoted key', '"a b": 1\n', { set: { 'a b': 2 } }, '"a b": 2\n'),
  inBlock('an explicit key', '? a\n: 1\nb: 2\n', { set: { a: 3 } }, '? a\n: 3\nb: 2\n'),
  inBlock('an explicit key alone', '? a\nb: 2\n', { set: { a: 3 } }, 'a: 3\nb: 2\n'),
];

const blocks = [
  inBlock(
    'text over lines',
    'a: x # c\nb: 1\n',
    { set: { a: 'y\nz\n' } },
    'a: | # c\n  y\n  z\nb: 1\n',
  ),
  inBlock(
    'a literal',
    'a: | # c\n  x\n\nb: 1\n',
    { set: { a: 'y\nz\n' } },
    'a: | # c\n  y\n  z\n\nb: 1\n',
  ),
  inBlock('a folded text', 'a: >\n  x\n  y\n', { set: { a: 'z\n' } }, 'a: >\n  z\n'),
  inBlock('a literal to a line', 'a: |\n  x\n\n# c\n', { set: { a: 'y' } }, 'a: y\n\n# c\n'),
  inBlock(
    'a literal that keeps',
    'a: |+\n  x\n\nb: 1\n',
    { set: { a: 'y\n' } },
    'a: |\n  y\nb: 1\n',
  ),
  inBlock(
    'empty lines at the end',
    'a: x\n\nb: 1\n',
    { set: { a: 'y\n\n' } },
    'a: "y\\n\\n"\n\nb: 1\n',
  ),
  inBlock(
    'a comment that a literal would swallow',
    'a: x\n  # deep\nb: 1\n',
    { set: { a: 'y\nz' } },
    'a: "y\\nz"\n  # deep\nb: 1\n',
  ),
];

const lists = [
  inBlock(
    'add an item',
    't:\n  - a # x\n# y\n  - b\n',
    { set: { t: ['a', 'b', 'c'] } },
    't:\n  - a # x\n# y\n  - b\n  - c\n',
  ),
  inBlock(
    'add one in front',
    't:\n  # x\n  - b\n',
    { set: { t: ['a', 'b'] } },
    't:\n  # x\n  - a\n  - b\n',
  ),
  inBlock(
    'change an item',
    't:\n  - a\n  - b # x\n  - c\n',
    { set: { t: ['a', 'd', 'c'] } },
    't:\n  - a\n  - d # x\n  - c\n',
  ),
  inBlock(
    'remove an item',
    't:\n- a # x\n- b # y\n- c\n',
    { set: { t: ['a', 'c'] } },
    't:\n- a # x\n- c\n',
  ),
  inBlock(
    'all items change',
    't: # x\n- a\n- b\nu: 1\n',
    { set: { t: ['c'] } },
    't: # x\n- c\nu: 1\n',
  ),
  inBlock(
    'deep indentation stays',
    't:\n     - a\n',
    { set: { t: ['b', ['c']] } },
    't:\n     - b\n     - - c\n',
  ),
  inBlock(
    'empty items',
    't:\n  - # x\n  - a\n',
    { set: { t: ['b', 'a'] } },
    't:\n  - b # x\n  - a\n',
  ),
  inBlock(
    'quotes of the items',
    't: ["a", "b"] # x\n',
    { set: { t: ['a', 'c', 'd'] } },
    't: ["a", "c", "d"] # x\n',
  ),
  inBlock('padding in brackets', 't: [ a ]\n', { set: { t: ['b', 1] } }, 't: [ b, 1 ]\n'),
  inBlock('to an empty list', 't:\n  - a\nu: 1\n', { set: { t: [] } }, 't: []\nu: 1\n'),
  inBlock('a list to text', 't: # x\n  - a # y\nu: 1\n', { set: { t: 'b' } }, 't: b # x\nu: 1\n'),
  inBlock('text to a list', 't: b # x\nu: 1\n', { set: { t: ['a'] } }, 't: # x\n  - a\nu: 1\n'),
  inBlock(
    'a list of mappings',
    'l:\n  - n: a # x\n  - n: b\n',
    { set: { l: [{ n: 'a' }, { n: 'c', m: 1 }] } },
    'l:\n  - n: a # x\n  - n: c\n    m: 1\n',
  ),
];

const maps = [
  inBlock(
    'a nested value',
    'm: # x\n  # y\n  a: 1 # z\n  b: 2\n',
    { set: { m: { a: 3, b: 2 } } },
    'm: # x\n  # y\n  a: 3 # z\n  b: 2\n',
  ),
  inBlock(
    'a nested key is added',
    'm:\n    a: 1\n\nn: 1\n',
    { set: { m: { a: 1, b: { c: 2 } } } },
    'm:\n    a: 1\n    b:\n        c: 2\n\nn: 1\n',
  ),
  inBlock(
    'a nested key is removed',
    'm:\n  # x\n  a: 1\n  b: 2 # y\n',
    { set: { m: { b: 2 } } },
    'm:\n  # x\n  b: 2 # y\n',
  ),
  inBlock(
    'deeper still',
    'm:\n  a:\n    b: 1 # x\n    c: |\n      y\n',
    { set: { m: { a: { b: 1, c: 'z\nw\n' } } } },
    'm:\n  a:\n    b: 1 # x\n    c: |\n      z\n      w\n',
  ),
  inBlock('all nested keys go', 'm: # x\n  a: 1\n', { set: { m: {} } }, 'm: {} # x\n'),
  inBlock(
    'braces',
    'm: {a: 1,  b: "x"} # y\n',
    { set: { m: { a: 2, b: 'z' } } },
    'm: {a: 2, b: "z"} # y\n',
  ),
  inBlock('everything in braces', '{a: 1, b: [x]}\n', { set: { a: 2 } }, '{a: 2, b: [x]}\n'),
  inBlock(
    'an indented block',
    '  a: 1\n  b: 2\n',
    { set: { b: 3, c: 4 } },
    '  a: 1\n  b: 3\n  c: 4\n',
  ),
  inBlock(
    'key order is no change',
    'm:\n  b: 1\n  a: 2\n',
    { set: { m: { a: 2, b: 1 } } },
    'm:\n  b: 1\n  a: 2\n',
  ),
];

const keys = [
  inBlock('a new key', 'a: 1\n# end\n', { set: { b: 'x' } }, 'a: 1\n# end\nb: x\n'),
  inBlock(
    'new keys in their order',
    'a: 1\n',
    { set: { c: ['x'], b: { d: 1 } } },
    'a: 1\nc:\n  - x\nb:\n  d: 1\n',
  ),
  inBlock(
    'a new list in the way of the file',
    't:\n- a\n',
    { set: { u: ['b'] } },
    't:\n- a\nu:\n- b\n',
  ),
  inBlock(
    'a key is removed with its comment',
    'a: 1\nb: 2 # x\nc: 3\n',
    { remove: ['b'] },
    'a: 1\nc: 3\n',
  ),
  inBlock(
    'the lines around a removed key stay',
    '# x\na:\n  - 1\n\n# y\nb: 2\n',
    { remove: ['a'] },
    '# x\n\n# y\nb: 2\n',
  ),
  inBlock(
    'what is indented below a removed key goes',
    'a: |\n x\nb:\n  - 1\n\n  # y\n# z\nc: 2\n',
    { remove: ['b'] },
    'a: |\n x\n# z\nc: 2\n',
  ),
  inBlock(
    'the last nested key gives way to another',
    'm:\n  a: 1\n  b: 2\n    # x\n# y\n',
    { set: { m: { a: 1, c: 3 } } },
    'm:\n  a: 1\n  c: 3\n# y\n',
  ),
  inBlock('the last key is removed', '# x\na: 1\n', { remove: ['a'] }, '# x\n'),
  inBlock('a key that is not there', 'a: 1\n', { remove: ['b'] }, 'a: 1\n'),
  inBlock(
    'in both set and remove',
    'a: 1\nb: 2\n',
    { set: { a: 3, c: 4 }, remove: ['a', 'c'] },
    'b: 2\n',
  ),
  inBlock('undefined is no value', 'a: 1\n', { set: { a: undefined, b: undefined } }, 'a: 1\n'),
  inBlock('an empty block', '', { set: { a: 1 } }, 'a: 1\n'),
  inBlock('a block of comments', '# x\n', { set: { a: 1 } }, '# x\na: 1\n'),
  inBlock('a key like a number', '', { set: { '404': 1 } }, '"404": 1\n'),
  inBlock('a key like the merge key', '', { set: { '<<': { a: 1 } } }, '"<<":\n  a: 1\n'),
  inBlock(
    'special keys',
    '',
    { set: JSON.parse('{"__proto__": {"x": 1}}') as object as Record<string, unknown> },
    '__proto__:\n  x: 1\n',
  ),
];

const references = [
  inBlock('an anchor that is not used', 'a: &x 1\n', { set: { a: 2 } }, 'a: 2\n'),
  inBlock('an alias', 'a: &x 1\nb: *x # y\n', { set: { b: 2 } }, 'a: &x 1\nb: 2 # y\n'),
  inBlock(
    'the value of an anchor',
    'a: &x 1 # y\nb: *x # z\n',
    { set: { a: 2 } },
    'a: 2 # y\nb: 1 # z\n',
  ),
  inBlock('both', 'a: &x 1\nb: *x\n', { set: { a: 2, b: 2 } }, 'a: 2\nb: 2\n'),
  inBlock(
    'an anchor goes',
    'a: &x [1]\nb: *x\nc: 3 # z\n',
    { remove: ['a'] },
    'b:\n  - 1\nc: 3 # z\n',
  ),
  inBlock(
    'aliases of aliases',
    'a: &x 1\nb: &y [*x]\nc: *y\n',
    { set: { a: 2 } },
    'a: 2\nb: [1]\nc:\n  - 1\n',
  ),
  inBlock(
    'a map that is used twice',
    'a: &x\n  k: 1 # y\nb: *x\n',
    { set: { a: { k: 2 } } },
    'a:\n  k: 2\nb:\n  k: 1\n',
  ),
  inBlock(
    'a merged key',
    'a: &x {k: 1}\nb:\n  <<: *x # y\n  l: 2\n',
    { set: { b: { k: 3, l: 2 } } },
    'a: &x {k: 1}\nb:\n  <<: *x # y\n  l: 2\n  k: 3\n',
  ),
  inBlock(
    'a merged key goes',
    'a: &x {k: 1}\nb:\n  <<: *x\n  l: 2\n',
    { set: { b: { l: 2 } } },
    'a: &x {k: 1}\nb:\n  l: 2\n',
  ),
  inBlock('an anchor in braces', '{a: &x 1, b: *x} # y\n', { set: { a: 2 } }, '{a: 2, b: 1} # y\n'),
];

const whole: Situation[] = [
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

describe.each([
  ['a single value', scalars],
  ['text in a block', blocks],
  ['a list', lists],
  ['a mapping', maps],
  ['keys', keys],
  ['anchors, aliases and merge keys', references],
  ['the whole file', whole],
])('changing %s', (_subject, situations) => {
  test.each(situations)('$name', ({ before, edit, after }) => {
    expect(editSource(before, edit)).toBe(after);
  });
});

describe('equal values in another spelling are no change', () => {
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
  ])('%s', (_name, present, given, expected) => {
    expect(editSource(present, { body: given })).toBe(expected);
  });

  test('the frontmatter counts for what the file uses, and stays as it is', () => {
    const edited = editSource('---\r\na: 1\r\n---\r\nx', { body: 'y\nz\n' });
    expect(edited).toBe('---\r\na: 1\r\n---\r\ny\r\nz\r\n');
  });
});

describe('what cannot be edited', () => {
  test('broken frontmatter is refused with line and column, even for a new body', () => {
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
    ['a value without end', 'a: 1\n', { set: { deep: nested(101) } }, 'deep'],
  ])('%s', (_name, yaml, edit, key) => {
    expect(() => editSource(`---\n${yaml}---\n`, edit)).toThrow(
      expect.objectContaining({
        code: 'frontmatter_not_editable',
        kind: 'unprocessable',
        message: expect.stringContaining(`"${key}"`) as string,
        details: { keys: [key] },
      }),
    );
  });

  test('a value just within the depth is written and read', () => {
    expect(parseSource(composeSource({ a: nested(99) }, '')).values).toEqual({ a: nested(99) });
  });
});

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

describe('a whole new file', () => {
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
  ])('%s', (_name, values, body, text) => {
    expect(composeSource(values, body)).toBe(text);
  });
});
