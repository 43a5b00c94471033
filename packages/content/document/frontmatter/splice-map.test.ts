import { describe, expect, test } from 'vitest';
import { editSource, type SourceEdit } from './edit-source.ts';

type Situations = Record<string, [before: string, edit: SourceEdit, after: string]>;

const scalars: Situations = {
  'a plain value': ['a: 1\nb: 2\n', { set: { a: 3 } }, 'a: 3\nb: 2\n'],
  'double quotes stay': ['a: "x"\n', { set: { a: 'y' } }, 'a: "y"\n'],
  'single quotes stay': ["a: 'x'\n", { set: { a: "it's" } }, "a: 'it''s'\n"],
  'quotes give way to a number': ['a: "x"\n', { set: { a: 3 } }, 'a: 3\n'],
  'the comment behind': ['a: x   # why\n', { set: { a: 'y' } }, 'a: y   # why\n'],
  'the space before': ['a:    x\nlong: y\n', { set: { a: 'z' } }, 'a:    z\nlong: y\n'],
  'a tab before': ['a:\tx\n', { set: { a: 'z' } }, 'a:\tz\n'],
  'no value yet': ['a:\nb: 1\n', { set: { a: 'x' } }, 'a: x\nb: 1\n'],
  'no value, a comment': ['a:  # c\nb: 1\n', { set: { a: 'x' } }, 'a: x  # c\nb: 1\n'],
  'to null': ['a: 1 # c\n', { set: { a: null } }, 'a: null # c\n'],
  'a value on the next line': ['a: # c\n  x # d\n', { set: { a: 'y' } }, 'a: y # c # d\n'],
  'a date stays plain': ['a: 2024-01-01\n', { set: { a: '2024-02-02' } }, 'a: 2024-02-02\n'],
  'text like a number': ['a: x\n', { set: { a: '12' } }, 'a: "12"\n'],
  'text like a boolean': ['a: x\n', { set: { a: 'true' } }, 'a: "true"\n'],
  'text like a comment': ['a: x\n', { set: { a: 'y # z' } }, 'a: "y # z"\n'],
  'a tag goes': ['a: !!str 1\n', { set: { a: 'x' } }, 'a: x\n'],
  'long text is not folded': [
    'a: x\n',
    { set: { a: 'w '.repeat(80) + 'w' } },
    `a: ${'w '.repeat(80)}w\n`,
  ],
  'a quoted key': ['"a b": 1\n', { set: { 'a b': 2 } }, '"a b": 2\n'],
  'an explicit key': ['? a\n: 1\nb: 2\n', { set: { a: 3 } }, '? a\n: 3\nb: 2\n'],
  'an explicit key alone': ['? a\nb: 2\n', { set: { a: 3 } }, 'a: 3\nb: 2\n'],
};

const blocks: Situations = {
  'text over lines': ['a: x # c\nb: 1\n', { set: { a: 'y\nz\n' } }, 'a: | # c\n  y\n  z\nb: 1\n'],
  'a literal': [
    'a: | # c\n  x\n\nb: 1\n',
    { set: { a: 'y\nz\n' } },
    'a: | # c\n  y\n  z\n\nb: 1\n',
  ],
  'a folded text': ['a: >\n  x\n  y\n', { set: { a: 'z\n' } }, 'a: >\n  z\n'],
  'a literal to a line': ['a: |\n  x\n\n# c\n', { set: { a: 'y' } }, 'a: y\n\n# c\n'],
  'a literal that keeps': ['a: |+\n  x\n\nb: 1\n', { set: { a: 'y\n' } }, 'a: |\n  y\nb: 1\n'],
  'empty lines at the end': ['a: x\n\nb: 1\n', { set: { a: 'y\n\n' } }, 'a: "y\\n\\n"\n\nb: 1\n'],
  'a comment that a literal would swallow': [
    'a: x\n  # deep\nb: 1\n',
    { set: { a: 'y\nz' } },
    'a: "y\\nz"\n  # deep\nb: 1\n',
  ],
};

const maps: Situations = {
  'a nested value': [
    'm: # x\n  # y\n  a: 1 # z\n  b: 2\n',
    { set: { m: { a: 3, b: 2 } } },
    'm: # x\n  # y\n  a: 3 # z\n  b: 2\n',
  ],
  'a nested key is added': [
    'm:\n    a: 1\n\nn: 1\n',
    { set: { m: { a: 1, b: { c: 2 } } } },
    'm:\n    a: 1\n    b:\n        c: 2\n\nn: 1\n',
  ],
  'a nested key is removed': [
    'm:\n  # x\n  a: 1\n  b: 2 # y\n',
    { set: { m: { b: 2 } } },
    'm:\n  # x\n  b: 2 # y\n',
  ],
  'deeper still': [
    'm:\n  a:\n    b: 1 # x\n    c: |\n      y\n',
    { set: { m: { a: { b: 1, c: 'z\nw\n' } } } },
    'm:\n  a:\n    b: 1 # x\n    c: |\n      z\n      w\n',
  ],
  'all nested keys go': ['m: # x\n  a: 1\n', { set: { m: {} } }, 'm: {} # x\n'],
  braces: ['m: {a: 1,  b: "x"} # y\n', { set: { m: { a: 2, b: 'z' } } }, 'm: {a: 2, b: "z"} # y\n'],
  'everything in braces': ['{a: 1, b: [x]}\n', { set: { a: 2 } }, '{a: 2, b: [x]}\n'],
  'an indented block': ['  a: 1\n  b: 2\n', { set: { b: 3, c: 4 } }, '  a: 1\n  b: 3\n  c: 4\n'],
  'key order is no change': [
    'm:\n  b: 1\n  a: 2\n',
    { set: { m: { a: 2, b: 1 } } },
    'm:\n  b: 1\n  a: 2\n',
  ],
};

const keys: Situations = {
  'a new key': ['a: 1\n# end\n', { set: { b: 'x' } }, 'a: 1\n# end\nb: x\n'],
  'new keys in their order': [
    'a: 1\n',
    { set: { c: ['x'], b: { d: 1 } } },
    'a: 1\nc:\n  - x\nb:\n  d: 1\n',
  ],
  'a new list in the way of the file': ['t:\n- a\n', { set: { u: ['b'] } }, 't:\n- a\nu:\n- b\n'],
  'a key is removed with its comment': [
    'a: 1\nb: 2 # x\nc: 3\n',
    { remove: ['b'] },
    'a: 1\nc: 3\n',
  ],
  'the lines around a removed key stay': [
    '# x\na:\n  - 1\n\n# y\nb: 2\n',
    { remove: ['a'] },
    '# x\n\n# y\nb: 2\n',
  ],
  'what a text above would swallow goes with a removed key': [
    'a: |\n x\nb:\n  - 1\n\n  # y\n# z\nc: 2\n',
    { remove: ['b'] },
    'a: |\n x\n# z\nc: 2\n',
  ],
  'the last nested key gives way to another': [
    'm:\n  a: 1\n  b: 2\n    # x\n# y\n',
    { set: { m: { a: 1, c: 3 } } },
    'm:\n  a: 1\n  c: 3\n    # x\n# y\n',
  ],
  'comments and blank lines below a removed key stay': [
    'a: 1\nb:\n  - 1\n\n  # y\n# z\nc: 2\n',
    { remove: ['b'] },
    'a: 1\n\n  # y\n# z\nc: 2\n',
  ],
  'a blank line that a text above would swallow': [
    'a: |+\n  x\nb: 1\n\nc: "2"\n',
    { remove: ['b'] },
    'a: |+\n  x\nc: "2"\n',
  ],
  'the last key is removed': ['# x\na: 1\n', { remove: ['a'] }, '# x\n'],
  'a key that is not there': ['a: 1\n', { remove: ['b'] }, 'a: 1\n'],
  'in both set and remove': ['a: 1\nb: 2\n', { set: { a: 3, c: 4 }, remove: ['a', 'c'] }, 'b: 2\n'],
  'undefined is no value': ['a: 1\n', { set: { a: undefined, b: undefined } }, 'a: 1\n'],
  'an empty block': ['', { set: { a: 1 } }, 'a: 1\n'],
  'a block of comments': ['# x\n', { set: { a: 1 } }, '# x\na: 1\n'],
  'a key like a number': ['', { set: { '404': 1 } }, '"404": 1\n'],
  'a key like the merge key': ['', { set: { '<<': { a: 1 } } }, '"<<":\n  a: 1\n'],
  'special keys': [
    '',
    { set: JSON.parse('{"__proto__": {"x": 1}}') as object as Record<string, unknown> },
    '__proto__:\n  x: 1\n',
  ],
};

describe.each([
  ['a single value', scalars],
  ['text in a block', blocks],
  ['a mapping', maps],
  ['keys', keys],
] as const)('changing %s', (_subject, situations) => {
  test.each(Object.entries(situations))('%s', (_name, [before, edit, after]) => {
    expect(editSource(`---\n${before}---\nText`, edit)).toBe(`---\n${after}---\nText`);
  });
});
