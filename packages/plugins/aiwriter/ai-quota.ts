import type { Database } from '@galley/database';
import type { Clock } from '@galley/kernel';
import { AiUsageRepository, type CountedUsage, type UsagePeriods } from './ai-usage-repository.ts';
import { aiWriterProblems } from './problems.ts';

export interface QuotaOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Of each person; 0 for no limit. */
  readonly requestsPerMinute: number;
  readonly tokensPerDay: number;
}

/** What somebody has used, and what is left of their limits; undefined where there is no limit. */
export interface AiUsage extends CountedUsage {
  readonly requestsPerMinute: number | undefined;
  readonly requestsLeft: number | undefined;
  readonly tokensPerDay: number | undefined;
  readonly tokensLeft: number | undefined;
  /** When the next day begins. */
  readonly resetsAt: Date;
}

/** What a text may use at most, counted as used until it is told what it did use. */
export interface Reservation {
  settle(tokens: number): Promise<void>;
}

const minute = 60_000;
const day = 86_400_000;
const removedAtOnce = 10_000;

/**
 * How much each person may have written (requests a minute, tokens a day from midnight UTC), wherever they ask: it is
 * counted in the database. What is under way counts in full, so that many requests at once get no further than one after
 * the other; and of a process that died it stays counted.
 */
export class AiQuota {
  readonly #options: QuotaOptions;

  constructor(options: QuotaOptions) {
    this.#options = options;
  }

  async usage(username: string): Promise<AiUsage> {
    const { db, clock, requestsPerMinute, tokensPerDay } = this.#options;
    const now = clock.now();
    const counted = await new AiUsageRepository(db).count(username, periodsAt(now));
    return {
      ...counted,
      requestsPerMinute: requestsPerMinute || undefined,
      tokensPerDay: tokensPerDay || undefined,
      requestsLeft: leftOf(requestsPerMinute, counted.requestsInMinute),
      tokensLeft: leftOf(tokensPerDay, counted.tokensToday),
      resetsAt: new Date(dayOf(now).getTime() + day),
    };
  }

  /** Throws `rate_limited`, with when there is something left again. */
  reserve(username: string, tokens: number): Promise<Reservation> {
    const { db, clock, requestsPerMinute, tokensPerDay } = this.#options;
    return db.transaction().execute(async (transaction) => {
      const usage = new AiUsageRepository(transaction);
      await usage.lock(username);
      const now = clock.now();
      const periods = periodsAt(now);
      const used = await usage.count(username, { ...periods, month: periods.day });
      if (leftOf(requestsPerMinute, used.requestsInMinute) === 0) {
        const first = await usage.findStart(username, requestsPerMinute - 1);
        throw tooMany('texts within a minute', {
          limit: requestsPerMinute,
          milliseconds: (first ?? now).getTime() + minute - now.getTime(),
          limited_by: 'requests_per_minute',
        });
      }
      if (leftOf(tokensPerDay, used.tokensToday) === 0) {
        throw tooMany('tokens a day', {
          limit: tokensPerDay,
          milliseconds: periods.day.getTime() + day - now.getTime(),
          limited_by: 'tokens_per_day',
        });
      }
      const id = await usage.insert({ username, started_at: now, tokens });
      return { settle: (used: number) => new AiUsageRepository(db).update(id, used) };
    });
  }

  /** Deletes some of what no limit and no account asks for any more; returns how many there were. */
  removeOld(): Promise<number> {
    const { db, clock } = this.#options;
    return new AiUsageRepository(db).removeBefore(periodsAt(clock.now()).month, removedAtOnce);
  }
}

function dayOf(now: Date): Date {
  return new Date(now.getTime() - (now.getTime() % day));
}

function periodsAt(now: Date): UsagePeriods {
  const before = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
  return { minute: before(minute), day: dayOf(now), month: before(30 * day) };
}

function leftOf(limit: number, used: number): number | undefined {
  return limit === 0 ? undefined : Math.max(0, limit - used);
}

interface Exceeded {
  readonly limit: number;
  readonly milliseconds: number;
  readonly limited_by: 'requests_per_minute' | 'tokens_per_day';
}

function tooMany(what: string, { limit, milliseconds, limited_by }: Exceeded): Error {
  const retry_after = Math.max(1, Math.ceil(milliseconds / 1_000));
  return aiWriterProblems.rate_limited(
    `Each person has ${limit.toLocaleString('en')} ${what} of the AI writer, and none of yours are left. Try again in ${inWords(retry_after)}.`,
    { retry_after, limited_by, limit, remaining: 0 },
  );
}

function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7_200
    ? `${Math.ceil(seconds / 60)} minutes`
    : `${Math.ceil(seconds / 3_600)} hours`;
}
