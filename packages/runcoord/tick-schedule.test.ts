import { ManualClock } from '@galley/testing';
import { expect, test } from 'vitest';
import { TickSchedule } from './tick-schedule.ts';

async function waited(clock: ManualClock, ticker: TickSchedule, step = 10): Promise<number> {
  const start = clock.now().getTime();
  let isOver = false;
  const wait = ticker.wait(new AbortController().signal).then(() => (isOver = true));
  await Promise.resolve();
  while (!isOver) {
    clock.advance(step);
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  }
  await wait;
  return clock.now().getTime() - start;
}

test('RC-CMD-6: ticks at fixed times from the start, including the time of the work', async () => {
  const clock = new ManualClock();
  const ticker = new TickSchedule(clock, 100);
  clock.advance(30);
  expect(await waited(clock, ticker)).toBe(70);
  expect(await waited(clock, ticker)).toBe(100);
});

test('the first tick can be earlier than the others', async () => {
  const clock = new ManualClock();
  const ticker = new TickSchedule(clock, 100, 20);
  expect(await waited(clock, ticker)).toBe(20);
  expect(await waited(clock, ticker)).toBe(100);
  clock.advance(170);
  await ticker.wait(new AbortController().signal);
  expect(await waited(clock, ticker)).toBe(30);
});

test('RC-CMD-6: after work longer than the interval, one tick is due at once, and the next on schedule', async () => {
  const clock = new ManualClock();
  const ticker = new TickSchedule(clock, 100);
  clock.advance(370);
  await ticker.wait(new AbortController().signal);
  expect(await waited(clock, ticker)).toBe(30);
});

test('RC-CMD-6: a timer that fires a millisecond early causes no extra tick', async () => {
  const clock = new ManualClock();
  const start = clock.now().getTime();
  const sleep = (milliseconds: number) => Promise.resolve(clock.advance(milliseconds - 1));
  const ticker = new TickSchedule({ now: () => clock.now(), sleep }, 100);
  const { signal } = new AbortController();
  const times: number[] = [];
  for (let tick = 0; tick < 3; tick += 1) {
    await ticker.wait(signal);
    times.push(clock.now().getTime() - start);
  }
  expect(times).toEqual([100, 200, 300]);
});

test('a clock that is set back delays a tick by at most one interval', async () => {
  const clock = new ManualClock();
  const ticker = new TickSchedule(clock, 100);
  clock.advance(-3_600_000);
  expect(await waited(clock, ticker)).toBe(100);
});
