import { expect, test } from 'vitest';
import {
  checksumFindings,
  computeChecksums,
  readChecksums,
  withNew,
} from './migration-checksums.ts';

const noted = { '0001-first': 'a', '0002-second': 'b' };

test('every migration is recorded and unchanged', () => {
  const present = computeChecksums();
  expect(Object.keys(present).length).toBeGreaterThanOrEqual(22);
  expect(checksumFindings(readChecksums(), present)).toEqual([]);
});

test('rejects a changed or removed migration', () => {
  expect(checksumFindings(noted, noted)).toEqual([]);
  expect(checksumFindings(noted, { '0001-first': 'x' })).toEqual([
    expect.stringMatching(/0001-first has changed/),
    expect.stringMatching(/0002-second is missing/),
  ]);
});

test('requires a new migration to have the highest number and to be recorded once', () => {
  const present = { ...noted, '0003-third': 'c' };
  expect(checksumFindings(noted, present)).toEqual([
    expect.stringMatching(/0003-third is new; run/),
  ]);
  expect(checksumFindings(noted, { ...noted, '0001-other': 'c' })).toEqual([
    expect.stringMatching(/0001-other sorts before 0002-second/),
  ]);
  const next = withNew(noted, { ...present, '0001-first': 'x' });
  expect(next).toEqual(present);
  expect(checksumFindings(next, present)).toEqual([]);
});
