import type { Database } from '@galley/database';
import type { Clock } from '@galley/kernel';
import { AiUsageRepository, type CountedUsage, type UsagePeriods } from './ai-usage-repository.ts';
import { formatSeconds } from './format-seconds.ts';
import { aiWriterProblems } from './problems.ts';

export interface QuotaOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Per user; 0 for no limit. */
  readonly requestsPerMinute: number;
  readonly tokensPerDay: number;
}

/** Undefined without a limit. */
export interface AiUsage extends CountedUsage {
  readonly requestsPerMinute: number | undefined;
  readonly requestsLeft: number | undefined;
  readonly tokensPerDay: number | undefined;
  readonly tokensLeft: number | undefined;
  /** Next midnight UTC. */
  readonly resetsAt: Date;
}

/** Counted as used until the real cost is known. */
export interface Reservation {
  settle(tokens: number): Promise<void>;
}

const minute = 60_000;
const day = 86_400_000;
const deleteBatchSize = 10_000;

/** Across all processes; days are UTC. Running requests count with their maximum, as do those of a killed process. */
export class AiQuota {
  readonly #options: QuotaOptions;

  constructor(options: QuotaOptions) {
    this.#options = options;
  }

  async usage(username: string): Promise<AiUsage> {
    const { db, clock, requestsPerMinute, tokensPerDay } = this.#options;
    const now = clock.now();
    const counted = await new AiUsageRepository(db).count(username, usagePeriods(now));
    return {
      ...counted,
      requestsPerMinute: requestsPerMinute || undefined,
      tokensPerDay: tokensPerDay || undefined,
      requestsLeft: remaining(requestsPerMinute, counted.requestsInMinute),
      tokensLeft: remaining(tokensPerDay, counted.tokensToday),
      resetsAt: new Date(startOfDay(now).getTime() + day),
    };
  }

  /** Throws `rate_limited` with `retry_after`. */
  reserve(username: string, tokens: number): Promise<Reservation> {
    const { db, clock, requestsPerMinute, tokensPerDay } = this.#options;
    return db.transaction().execute(async (transaction) => {
      const usage = new AiUsageRepository(transaction);
      await usage.lock(username);
      const now = clock.now();
      const periods = usagePeriods(now);
      const used = await usage.count(username, { ...periods, month: periods.day });
      if (remaining(requestsPerMinute, used.requestsInMinute) === 0) {
        const first = await usage.findStart(username, requestsPerMinute - 1);
        throw quotaExceeded('texts within a minute', {
          limit: requestsPerMinute,
          milliseconds: (first ?? now).getTime() + minute - now.getTime(),
          limited_by: 'requests_per_minute',
        });
      }
      if (remaining(tokensPerDay, used.tokensToday) === 0) {
        throw quotaExceeded('tokens a day', {
          limit: tokensPerDay,
          milliseconds: periods.day.getTime() + day - now.getTime(),
          limited_by: 'tokens_per_day',
        });
      }
      const id = await usage.insert({ username, started_at: now, tokens });
      return { settle: (used: number) => new AiUsageRepository(db).update(id, used) };
    });
  }

  /** Deletes a batch of records older than a month; returns their number. */
  removeOld(): Promise<number> {
    const { db, clock } = this.#options;
    return new AiUsageRepository(db).removeBefore(usagePeriods(clock.now()).month, deleteBatchSize);
  }
}

function startOfDay(now: Date): Date {
  return new Date(now.getTime() - (now.getTime() % day));
}

function usagePeriods(now: Date): UsagePeriods {
  const before = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
  return { minute: before(minute), day: startOfDay(now), month: before(30 * day) };
}

function remaining(limit: number, used: number): number | undefined {
  return limit === 0 ? undefined : Math.max(0, limit - used);
}

interface Exceeded {
  readonly limit: number;
  readonly milliseconds: number;
  readonly limited_by: 'requests_per_minute' | 'tokens_per_day';
}

function quotaExceeded(unit: string, { limit, milliseconds, limited_by }: Exceeded): Error {
  const retry_after = Math.max(1, Math.ceil(milliseconds / 1_000));
  return aiWriterProblems.rate_limited(
    `Each person has ${limit.toLocaleString('en')} ${unit} of the AI writer, and none of yours are left. Try again in ${formatSeconds(retry_after)}.`,
    { retry_after, limited_by, limit, remaining: 0 },
  );
}
