import { describe, expect, test } from 'vitest';
import { isCron, isTimeZone, nextFiring } from './recipe-schedule.ts';

function firings(cron: string, timeZone: string, after: string): string[] {
  const found: string[] = [];
  for (let at: Date | undefined = new Date(after); found.length < 3;) {
    at = nextFiring({ cron, timeZone }, at);
    if (!at) break;
    found.push(at.toISOString().replace(':00.000Z', 'Z'));
  }
  return found;
}

describe('ADD-RUN-1: a schedule follows its time zone', () => {
  test('keeps the local time when the clocks change', () => {
    expect(firings('0 9 * * *', 'America/New_York', '2026-03-07T00:00Z')).toEqual([
      '2026-03-07T14:00Z',
      '2026-03-08T13:00Z',
      '2026-03-09T13:00Z',
    ]);
  });

  test('fires after the hour that is skipped in spring, once', () => {
    expect(firings('30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00Z')).toEqual([
      '2026-03-28T01:30Z',
      '2026-03-29T01:00Z',
      '2026-03-30T00:30Z',
    ]);
  });

  test('fires once in the hour that is repeated in autumn', () => {
    expect(firings('30 2 * * *', 'Europe/Berlin', '2026-10-24T00:00Z')).toEqual([
      '2026-10-24T00:30Z',
      '2026-10-25T00:30Z',
      '2026-10-26T01:30Z',
    ]);
  });

  test('fires in every real hour if it is hourly', () => {
    expect(firings('0 * * * *', 'Europe/Berlin', '2026-10-24T23:30Z')).toEqual([
      '2026-10-25T00:00Z',
      '2026-10-25T01:00Z',
      '2026-10-25T02:00Z',
    ]);
  });

  test('ends for a day that never comes', () => {
    expect(firings('0 0 30 2 *', 'UTC', '2026-01-01T00:00Z')).toEqual([]);
  });
});

test.each(['* * * * * *', '61 * * * *', '0 6 * *', 'soon', '', '@daily'])(
  '"%s" is no cron expression of five fields',
  (text) => {
    expect(isCron(text)).toBe(false);
  },
);

test('names of time zones are those of IANA', () => {
  expect(['Europe/Berlin', 'UTC', 'Mars/Olympus'].map(isTimeZone)).toEqual([true, true, false]);
});
