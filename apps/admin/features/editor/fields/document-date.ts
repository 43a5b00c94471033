import { toWall } from '../../../lib/wall-time.ts';

/** In the time zone of the site; empty parts for none. */
export interface WallDate {
  /** `2026-11-22` */
  readonly day: string;
  /** `09:30` */
  readonly time: string;
}

const local = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(?::\d\d)?)?$/;
const zoned = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/** `undefined` for a text that is no date. */
export function readDate(text: string, timeZone: string): WallDate | undefined {
  const plain = text.trim();
  if (plain === '') return { day: '', time: '' };
  const [, day, time = ''] = local.exec(plain) ?? [];
  if (day !== undefined) return { day, time };
  const instant = zoned.test(plain) ? new Date(plain.replace(' ', 'T')) : undefined;
  if (instant === undefined || Number.isNaN(instant.getTime())) return undefined;
  const [wallDay = '', wallTime = ''] = toWall(instant, timeZone).split('T');
  return { day: wallDay, time: wallTime };
}

export function writeDate({ day, time }: WallDate): string | undefined {
  if (day === '') return undefined;
  return time === '' ? day : `${day} ${time}`;
}
