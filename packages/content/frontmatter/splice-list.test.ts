import { describe, expect, test } from 'vitest';
import { editSource, type SourceEdit } from './edit-source.ts';

/** What is between the fences before and after an edit. */
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
};

describe.each([['a list', lists]] as const)('changing %s', (_subject, situations) => {
  test.each(Object.entries(situations))('%s', (_name, [before, edit, after]) => {
    expect(editSource(`---\n${before}---\nText`, edit)).toBe(`---\n${after}---\nText`);
  });
});
