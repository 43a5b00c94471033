import { personTimeZone } from '../../lib/format.ts';
import { toWall } from '../../lib/wall-time.ts';

/** `2026-11-22` */
export type Day = string;

/** In the time zone of the browser. */
export function dayOf(at: Date): Day {
  const part = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${part(at.getMonth() + 1)}-${part(at.getDate())}`;
}

/** In the time zone of the person, as the times beside it. */
export function dayOfInstant(at: Date): Day {
  const zone = personTimeZone.get();
  return zone === '' ? dayOf(at) : toWall(at, zone).slice(0, 10);
}

/** Noon, so that a clock change cannot move it to another date. */
export function noonOf(day: Day): Date {
  const [year, month, date] = day.split('-').map(Number);
  return new Date(year!, month! - 1, date, 12);
}

export function addDays(day: Day, days: number): Day {
  const date = noonOf(day);
  date.setDate(date.getDate() + days);
  return dayOf(date);
}

/** `2026-11` */
export type Month = string;

export function monthOf(day: Day): Month {
  return day.slice(0, 7);
}

export function addMonths(month: Month, months: number): Month {
  const date = noonOf(`${month}-01`);
  date.setMonth(date.getMonth() + months);
  return monthOf(dayOf(date));
}

/** `undefined` for a text that is not a month. */
export function parseMonth(text: string | undefined): Month | undefined {
  return text !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined;
}

/** `undefined` for a text that is not a day. */
export function parseDay(text: string | undefined): Day | undefined {
  const isDay = text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text);
  return isDay && dayOf(noonOf(text)) === text ? text : undefined;
}

interface WeekInfo {
  readonly firstDay: number;
}

/** 1 for Monday to 7 for Sunday. */
export function weekStart(locale: string): number {
  const known = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => WeekInfo;
    weekInfo?: WeekInfo;
  };
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1;
}

/** The week with the day in it. */
export function weekOf(day: Day, firstDay: number): Day[] {
  const weekday = noonOf(day).getDay() || 7;
  const first = addDays(day, -((weekday - firstDay + 7) % 7));
  return Array.from({ length: 7 }, (_, place) => addDays(first, place));
}

export function weeksOf(month: Month, firstDay: number): Day[][] {
  const weeks: Day[][] = [];
  let week = weekOf(`${month}-01`, firstDay);
  do {
    weeks.push(week);
    week = weekOf(addDays(week[0]!, 7), firstDay);
  } while (monthOf(week[0]!) === month);
  return weeks;
}
