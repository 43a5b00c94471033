import { describe, expect, test } from 'vitest';
import { editSource, type SourceEdit } from './edit-source.ts';

type Situations = Record<string, [before: string, edit: SourceEdit, after: string]>;

const lists: Situations = {
  'add an item': [
    't:\n  - a # x\n# y\n  - b\n',
    { set: { t: ['a', 'b', 'c'] } },
    't:\n  - a # x\n# y\n  - b\n  - c\n',
  ],
  'add one in front': [
    't:\n  # x\n  - b\n',
    { set: { t: ['a', 'b'] } },
    't:\n  # x\n  - a\n  - b\n',
  ],
  'change an item': [
    't:\n  - a\n  - b # x\n  - c\n',
    { set: { t: ['a', 'd', 'c'] } },
    't:\n  - a\n  - d # x\n  - c\n',
  ],
  'remove an item': [
    't:\n- a # x\n- b # y\n- c\n',
    { set: { t: ['a', 'c'] } },
    't:\n- a # x\n- c\n',
  ],
  'all items change': ['t: # x\n- a\n- b\nu: 1\n', { set: { t: ['c'] } }, 't: # x\n- c\nu: 1\n'],
  'deep indentation stays': [
    't:\n     - a\n',
    { set: { t: ['b', ['c']] } },
    't:\n     - b\n     - - c\n',
  ],
  'empty items': ['t:\n  - # x\n  - a\n', { set: { t: ['b', 'a'] } }, 't:\n  - b # x\n  - a\n'],
  'quotes of the items': [
    't: ["a", "b"] # x\n',
    { set: { t: ['a', 'c', 'd'] } },
    't: ["a", "c", "d"] # x\n',
  ],
  'padding in brackets': ['t: [ a ]\n', { set: { t: ['b', 1] } }, 't: [ b, 1 ]\n'],
  'to an empty list': ['t:\n  - a\nu: 1\n', { set: { t: [] } }, 't: []\nu: 1\n'],
  'a list to text': ['t: # x\n  - a # y\nu: 1\n', { set: { t: 'b' } }, 't: b # x\nu: 1\n'],
  'text to a list': ['t: b # x\nu: 1\n', { set: { t: ['a'] } }, 't: # x\n  - a\nu: 1\n'],
  'a list of mappings': [
    'l:\n  - n: a # x\n  - n: b\n',
    { set: { l: [{ n: 'a' }, { n: 'c', m: 1 }] } },
    'l:\n  - n: a # x\n  - n: c\n    m: 1\n',
  ],
  'move an item, with its quotes and the comment behind it': [
    't:\n  # x\n  - "a" # one\n  - b\n  - c # three\n',
    { set: { t: ['b', 'a', 'c'] } },
    't:\n  # x\n  - b\n  - "a" # one\n  - c # three\n',
  ],
  'move the first to the end, and remove what is first then': [
    't:\n  - "a" # one\n  - b # two\n  - c\n  - d # four\n',
    { set: { t: ['c', 'd', 'a'] } },
    't:\n  - c\n  - d # four\n  - "a" # one\n',
  ],
  'remove the first, and change the last': [
    'l:\n  - n: a # one\n    u: /a/\n  - n: "b" # two\n    u: /b/\n',
    { set: { l: [{ n: 'c', u: '/b/' }] } },
    'l:\n  - n: "c" # two\n    u: /b/\n',
  ],
  'move an item and change it': [
    't:\n  - "a" # one\n  - b\n',
    { set: { t: ['b', 'c'] } },
    't:\n  - b\n  - "c" # one\n',
  ],
  'move rows of several lines, in a file of Windows': [
    'l:\r\n- n: a\r\n  u: 1 # one\r\n- n: b\r\n  u: 2\r\nm: 1\r\n',
    {
      set: {
        l: [
          { n: 'b', u: 2 },
          { n: 'a', u: 1 },
          { n: 'c', u: 3 },
        ],
      },
    },
    'l:\r\n- n: b\r\n  u: 2\r\n- n: a\r\n  u: 1 # one\r\n- n: c\r\n  u: 3\r\nm: 1\r\n',
  ],
  'twins stay twins': [
    't:\n- a # 1\n- b\n- a # 2\n',
    { set: { t: ['b', 'a'] } },
    't:\n- b\n- a # 2\n',
  ],
  'quotes in brackets go with their item': [
    't: ["a", b, c]\n',
    { set: { t: ['b', 'a'] } },
    't: [b, "a"]\n',
  ],
};

describe.each([['a list', lists]] as const)('changing %s', (_subject, situations) => {
  test.each(Object.entries(situations))('%s', (_name, [before, edit, after]) => {
    expect(editSource(`---\n${before}---\nText`, edit)).toBe(`---\n${after}---\nText`);
  });
});
