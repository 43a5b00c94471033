import { expect, test } from 'vitest';
import { isUnchanged, settled } from './file-stat.ts';
import { fileMode } from './git-object.ts';
import type { IndexEntry, IndexStat } from './git-index.ts';

const stat: IndexStat = {
  ctimeSeconds: 100,
  ctimeNanoseconds: 5,
  mtimeSeconds: 100,
  mtimeNanoseconds: 5,
  dev: 1,
  ino: 2,
  uid: 3,
  gid: 4,
  size: 6,
};
const entry: IndexEntry = {
  path: 'a.md',
  mode: fileMode,
  hash: 'a'.repeat(40),
  stat,
  stage: 0,
  assumeUnchanged: false,
  skipWorktree: false,
  intentToAdd: false,
};
const later = 101_000_000_000n;

interface Case {
  readonly what: string;
  readonly entry?: Partial<IndexEntry>;
  readonly file?: Partial<IndexStat>;
  readonly written?: bigint;
  readonly expected?: boolean;
}

test.each<Case>([
  { what: 'is as it was', expected: true },
  { what: 'is on a disk that has come under another number', file: { dev: 9 }, expected: true },
  { what: 'has another size', file: { size: 7 } },
  { what: 'has been replaced', file: { ino: 9 } },
  { what: 'was changed later', file: { mtimeNanoseconds: 6 } },
  { what: 'got its old time back', file: { ctimeSeconds: 101 } },
  { what: 'has become executable', entry: { mode: 0o100755 } },
  { what: 'was announced only', entry: { intentToAdd: true } },
  { what: 'changed as the index was written', written: 100_000_000_005n },
  { what: 'is not to be trusted', entry: { stat: { ...stat, size: 0 } }, file: { size: 0 } },
])('whether a file is known unchanged that $what', (given) => {
  const file = { mode: fileMode, stat: { ...stat, ...given.file } };
  const unchanged = isUnchanged({ ...entry, ...given.entry }, file, given.written ?? later);
  expect(unchanged).toBe(given.expected ?? false);
});

const wholeSeconds = { ...stat, mtimeNanoseconds: 0 };

test.each([
  { when: 'a moment ago, in ticks', read: stat, at: 100_000_000_006n, size: 0 },
  { when: 'some ticks ago', read: stat, at: 100_051_000_000n, size: 6 },
  { when: 'a second ago, in seconds', read: wholeSeconds, at: 101_500_000_000n, size: 0 },
  { when: 'some seconds ago, in seconds', read: wholeSeconds, at: 103_000_000_000n, size: 6 },
])('the size of a file that was changed $when', ({ read, at, size }) => {
  expect(settled(read, at)).toEqual({ ...read, size });
});
