import { describe, expect, test } from 'vitest';
import { editSource, type SourceEdit } from './edit-source.ts';

type Situations = Record<string, [before: string, edit: SourceEdit, after: string]>;

const references: Situations = {
  'an anchor that is not used': ['a: &x 1\n', { set: { a: 2 } }, 'a: 2\n'],
  'an alias': ['a: &x 1\nb: *x # y\n', { set: { b: 2 } }, 'a: &x 1\nb: 2 # y\n'],
  'the value of an anchor': ['a: &x 1 # y\nb: *x # z\n', { set: { a: 2 } }, 'a: 2 # y\nb: 1 # z\n'],
  both: ['a: &x 1\nb: *x\n', { set: { a: 2, b: 2 } }, 'a: 2\nb: 2\n'],
  'an anchor goes': ['a: &x [1]\nb: *x\nc: 3 # z\n', { remove: ['a'] }, 'b:\n  - 1\nc: 3 # z\n'],
  'aliases of aliases': [
    'a: &x 1\nb: &y [*x]\nc: *y\n',
    { set: { a: 2 } },
    'a: 2\nb: [1]\nc:\n  - 1\n',
  ],
  'a map that is used twice': [
    'a: &x\n  k: 1 # y\nb: *x\n',
    { set: { a: { k: 2 } } },
    'a:\n  k: 2\nb:\n  k: 1\n',
  ],
  'a merged key': [
    'a: &x {k: 1}\nb:\n  <<: *x # y\n  l: 2\n',
    { set: { b: { k: 3, l: 2 } } },
    'a: &x {k: 1}\nb:\n  <<: *x # y\n  l: 2\n  k: 3\n',
  ],
  'a merged key goes': [
    'a: &x {k: 1}\nb:\n  <<: *x\n  l: 2\n',
    { set: { b: { l: 2 } } },
    'a: &x {k: 1}\nb:\n  l: 2\n',
  ],
  'an anchor in braces': ['{a: &x 1, b: *x} # y\n', { set: { a: 2 } }, '{a: 2, b: 1} # y\n'],
};

describe.each([['anchors, aliases and merge keys', references]] as const)(
  'changing %s',
  (_subject, situations) => {
    test.each(Object.entries(situations))('%s', (_name, [before, edit, after]) => {
      expect(editSource(`---\n${before}---\nText`, edit)).toBe(`---\n${after}---\nText`);
    });
  },
);
