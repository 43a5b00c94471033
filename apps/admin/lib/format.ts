import { language } from './messages.ts';
import { createStore } from './store.ts';

/** Chosen on the account page; empty for that of the browser (ADD-ACC-6). */
export const personTimeZone = createStore('');

const formatCache = new Map<string, Intl.DateTimeFormat>();

function dateFormat(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language.get()} ${name}`;
  const known = formatCache.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(localeOf(language.get()), options);
  formatCache.set(key, format);
  return format;
}

/** For an instant; calendars hold days of the browser's zone. */
function instantFormat(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const timeZone = personTimeZone.get();
  return timeZone === ''
    ? dateFormat(name, options)
    : dateFormat(`${name} ${timeZone}`, { ...options, timeZone });
}

/** Locales with a 24-hour clock and the day before the month. */
export function localeOf(chosen: string): string {
  return chosen === 'en' ? 'en-GB' : chosen;
}

/** `22 November 2026` */
export function longDate(at: string | Date): string {
  return dateFormat('long', { dateStyle: 'long' }).format(new Date(at));
}

/** `Sunday 22 November 2026` */
export function dayAndDate(at: Date): string {
  return dateFormat('day', { dateStyle: 'full' }).format(at);
}

export function monthAndYear(at: Date): string {
  return dateFormat('month', { month: 'long', year: 'numeric' }).format(at);
}

export function weekdayName(at: Date, length: 'short' | 'long'): string {
  return dateFormat(`weekday ${length}`, { weekday: length }).format(at);
}

/** `22 Nov 2026, 14:05` */
export function formatDateTime(at: string | Date): string {
  return instantFormat('time', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
}

export function formatTime(at: string | Date): string {
  return instantFormat('clock', { timeStyle: 'short' }).format(new Date(at));
}

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** `3 minutes ago`, `in 2 days`; below a minute, `now`. */
export function formatRelativeTime(at: string | Date, now: number = Date.now()): string {
  const seconds = (new Date(at).getTime() - now) / 1000;
  const format = new Intl.RelativeTimeFormat(language.get(), { numeric: 'auto' });
  for (const [unit, size] of steps)
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  return format.format(0, 'second');
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** `1.2 MB` */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const value = bytes / 1000 ** power;
  const digits = power === 0 || value >= 100 ? 0 : 1;
  return `${value.toLocaleString(language.get(), { maximumFractionDigits: digits })} ${units[power]}`;
}

/** `a, b and c`; with `disjunction`, `a, b or c`. */
export function listNames(
  names: readonly string[],
  type: Intl.ListFormatType = 'conjunction',
): string {
  return new Intl.ListFormat(language.get(), { type }).format(names);
}

export function formatNumber(value: number): string {
  return value.toLocaleString(language.get());
}

/** Milliseconds as `850 ms`, `12.5 s`, `3 min`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000)
    return `${(milliseconds / 1000).toLocaleString(language.get(), { maximumFractionDigits: 1 })} s`;
  return `${Math.round(milliseconds / 60_000)} min`;
}
