import { expect, test } from 'vitest';
import { mergeThree } from './merge-three.ts';

const base = 'one\ntwo\nthree\nfour\nfive\n';

test.each([
  [
    'changes of different lines',
    'ONE\ntwo\nthree\nfour\nfive\n',
    'one\ntwo\nthree\nfour\nFIVE\n',
    'ONE\ntwo\nthree\nfour\nFIVE\n',
    0,
  ],
  [
    'the same change of both',
    'one\nTWO\nthree\nfour\nfive\n',
    'one\nTWO\nthree\nfour\nfive\n',
    'one\nTWO\nthree\nfour\nfive\n',
    0,
  ],
  [
    'different changes of a line',
    'one\nmine\nthree\nfour\nfive\n',
    'one\ntheirs\nthree\nfour\nfive\n',
    'one\nmine\nthree\nfour\nfive\n',
    1,
  ],
  ['lines added at both ends', `zero\n${base}`, `${base}six\n`, `zero\n${base}six\n`, 0],
  [
    'a line taken away and another added',
    'two\nthree\nfour\nfive\n',
    'one\ntwo\nthree\nfour\nfive\nsix',
    'two\nthree\nfour\nfive\nsix',
    0,
  ],
  ['no change of mine', base, 'one\n', 'one\n', 0],
])('%s are in one text', (...[, mine, theirs, text, clashes]) => {
  expect(mergeThree(base, mine, theirs)).toEqual({ text, clashes });
});
