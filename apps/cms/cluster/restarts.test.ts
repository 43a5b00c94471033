import { expect, test } from 'vitest';
import { Restarts } from './restarts.ts';

const minute = 60_000;

test('a worker that dies is started again at once, and later each time when it dies at once', () => {
  const restarts = new Restarts();
  expect(restarts.noteDeath(minute)).toBe(0);
  const pauses = Array.from({ length: 8 }, () => restarts.noteDeath(10));
  expect(pauses).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
  expect(restarts.noteDeath(minute)).toBe(0);
  expect(restarts.noteDeath(10)).toBe(100);
});

test('after ten that died at once, one after the other, there is no hope', () => {
  const restarts = new Restarts();
  for (let count = 0; count < 9; count += 1) restarts.noteDeath(10);
  expect(restarts.areHopeless).toBe(false);
  restarts.noteDeath(minute);
  for (let count = 0; count < 9; count += 1) restarts.noteDeath(10);
  expect(restarts.areHopeless).toBe(false);
  restarts.noteDeath(10);
  expect(restarts.areHopeless).toBe(true);
});
