import { fieldFault } from '@galley/kernel';

const local = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?$/;
/** Also as Jekyll writes it: `2024-01-02 10:00:00 +0200`. */
const zoned = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?([Zz]|[+-]\d\d:?\d\d)$/;

export const notATime = fieldFault('not_a_time', {
  example: ['2026-03-01', '2026-03-01 09:30', '2026-03-01T09:30:00+01:00'],
});

/** RFC 3339, or `YYYY-MM-DD[ HH:MM]` in the site's time zone (gaps page, Documents). Undefined for all else. */
export function parseDocumentTime(value: unknown, timeZone: string): Date | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const match = zoned.exec(text);
  return match ? parseZonedTime(match) : parseLocalTime(text, timeZone);
}

function parseZonedTime([, day, clock, zone]: RegExpExecArray): Date | undefined {
  const offset = zone!.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2');
  const time = new Date(`${day}T${clock}${offset}`);
  return Number.isNaN(time.getTime()) || !isDay(day!) ? undefined : time;
}

function parseLocalTime(text: string, timeZone: string): Date | undefined {
  const match = local.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const wall = Date.UTC(year!, month! - 1, day, hour, minute, second);
  const exists = isDay(text.slice(0, 10)) && hour < 24 && minute < 60 && second < 60;
  return exists ? fromWallTime(wall, timeZone) : undefined;
}

/** `Date` accepts 30 February as a day in March, with and without an offset. */
function isDay(day: string): boolean {
  const time = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
}

/** A wall time skipped by daylight saving moves on by the skipped hour; a repeated one means the first. */
function fromWallTime(wall: number, timeZone: string): Date {
  const day = 86_400_000;
  const offsets = [offsetAt(wall - day, timeZone), offsetAt(wall + day, timeZone)];
  const candidates = offsets
    .map((offset) => wall - offset)
    .filter((time) => offsetAt(time, timeZone) === wall - time);
  return new Date(candidates.length ? Math.min(...candidates) : wall - offsets[0]!);
}

/** Milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  const whole = Math.floor(time / 1_000) * 1_000;
  const parts = Object.fromEntries(
    formatFor(timeZone)
      .formatToParts(whole)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<string, number>;
  const { year, month, day, hour, minute, second } = parts;
  return Date.UTC(year!, month! - 1, day, hour, minute, second) - whole;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn-hc-h23', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timeZone, format);
  }
  return format;
}
