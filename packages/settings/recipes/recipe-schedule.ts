import { Cron } from 'croner';

export const catchUpRules = ['skip', 'once'] as const;

export interface RecipeSchedule {
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  readonly cron: string;
  /** IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string;
  /** For firings that were due while no coordinator ran: none, or a single one. */
  readonly catchUp: (typeof catchUpRules)[number];
}

/**
 * Undefined if the expression never holds again. A local time that a change of the clocks skips fires right after the
 * change, and one that it repeats fires the first time.
 */
export function nextFiring(
  { cron, timeZone }: Pick<RecipeSchedule, 'cron' | 'timeZone'>,
  after: Date,
): Date | undefined {
  return parse(cron, timeZone).nextRun(after) ?? undefined;
}

export function isCron(text: string): boolean {
  if (text.trim().startsWith('@')) return false;
  try {
    parse(text, 'UTC');
    return true;
  } catch {
    return false;
  }
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function parse(cron: string, timezone: string): Cron {
  return new Cron(cron, { timezone, paused: true, mode: '5-part' });
}
