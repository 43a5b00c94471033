import { expect, test } from 'vitest';
import {
  executableMode,
  fileMode,
  isUnchanged,
  statForIndex,
  type FileStat,
  type IndexEntry,
} from './file-stat.ts';

const stat: FileStat = {
  mode: fileMode,
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
const flags = { skipWorktree: false, intentToAdd: false };
const entry: IndexEntry = { ...stat, path: 'a.md', oid: 'a'.repeat(40), flags };
const later = 101_000_000_000n;

interface Case {
  readonly what: string;
  readonly entry?: Partial<IndexEntry>;
  readonly file?: Partial<FileStat>;
  readonly written?: bigint;
  readonly expected?: boolean;
}

test.each<Case>([
  { what: 'is as it was', expected: true },
  { what: 'is on a disk with another number', file: { dev: 9 }, expected: true },
  { what: 'has another size', file: { size: 7 } },
  { what: 'has been replaced', file: { ino: 9 } },
  { what: 'was changed later', file: { mtimeNanoseconds: 6 } },
  { what: 'got its old time back', file: { ctimeSeconds: 101 } },
  { what: 'has become executable', file: { mode: executableMode } },
  { what: 'was announced only', entry: { flags: { ...flags, intentToAdd: true } } },
  { what: 'changed while the index was written', written: 100_000_000_005n },
  { what: 'was recorded without its size', entry: { size: 0 }, file: { size: 0 } },
])('whether a file is known to be unchanged that $what', (given) => {
  const file = { ...stat, ...given.file };
  const unchanged = isUnchanged({ ...entry, ...given.entry }, file, given.written ?? later);
  expect(unchanged).toBe(given.expected ?? false);
});

test.each([
  { when: 'a moment ago', at: 100_000_000_006n, size: 0 },
  { when: 'a second ago', at: 101_500_000_000n, size: 0 },
  { when: 'some seconds ago', at: 102_000_000_005n, size: 6 },
])('a file that was changed $when is recorded with the size $size', ({ at, size }) => {
  expect(statForIndex(stat, at)).toEqual({ ...stat, size });
});
