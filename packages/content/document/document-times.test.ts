import { expect, test } from 'vitest';
import { parseDocumentTime } from './document-times.ts';

test.each([
  ['2026-03-01T09:30:00+01:00', 'UTC', '2026-03-01T08:30:00.000Z'],
  ['2026-03-01T09:30Z', 'Europe/Madrid', '2026-03-01T09:30:00.000Z'],
  ['2026-03-01 09:30:15.5Z', 'UTC', '2026-03-01T09:30:15.500Z'],
  ['2026-03-01', 'UTC', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01', 'America/New_York', '2026-03-01T05:00:00.000Z'],
  ['2026-07-01', 'America/New_York', '2026-07-01T04:00:00.000Z'],
  ['2026-03-01 09:30', 'Asia/Kolkata', '2026-03-01T04:00:00.000Z'],
  ['2026-03-01T09:30:20', 'Pacific/Kiritimati', '2026-02-28T19:30:20.000Z'],
  // Clocks go from 02:00 to 03:00: skipped times move on by an hour.
  ['2026-03-29 02:30', 'Europe/Madrid', '2026-03-29T01:30:00.000Z'],
  // Clocks go from 03:00 to 02:00: repeated times mean the first occurrence.
  ['2026-10-25 02:30', 'Europe/Madrid', '2026-10-25T00:30:00.000Z'],
])('GAP-DOC-3: %s in %s is %s', (text, zone, instant) => {
  expect(parseDocumentTime(text, zone)?.toISOString()).toBe(instant);
});

test.each([
  '',
  'yesterday',
  '2026-02-30',
  '2026-13-01',
  '2999-02-30T10:00:00Z',
  '2025-02-29 10:00:00+01:00',
  '2026-04-31T23:59:59.5-11:00',
  '2026-03-01 24:00',
  '2026-03-01T25:00:00Z',
  '1/2/2026',
  7,
  null,
  {},
])('%j is not a valid time', (value) => {
  expect(parseDocumentTime(value, 'UTC')).toBeUndefined();
});
