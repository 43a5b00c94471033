import { DomainEventRepository, type Database } from '@galley/database';
import type { Clock, NewDomainEvent } from '@galley/kernel';
import { dayMs } from './token-rules.ts';
import { TokenWarningRepository, type EndingToken } from './token-warning-repository.ts';

/** Days before the end, the last one last (ADD-SVC-9). */
const stages = [14, 2] as const;

/** Records an event for each token that is about to end, once for each stage. Consumers send mail and notifications. */
export class TokenWarnings {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Returns how many warnings were due. */
  run(): Promise<number> {
    return this.#db.transaction().execute(async (transaction) => {
      const now = this.#clock.now();
      const warnings = new TokenWarningRepository(transaction);
      const events: NewDomainEvent[] = [];
      for (const days of stages.toReversed()) {
        const before = new Date(now.getTime() + days * dayMs);
        const due = await warnings.take(days, { now, before });
        events.push(...due.filter(isWarned(days)).map((token) => eventOf(token, { days, now })));
      }
      await new DomainEventRepository(transaction).append(events);
      return events.length;
    });
  }
}

/** People who create a token for a week know that it ends within two. */
function isWarned(days: number): (token: EndingToken) => boolean {
  return ({ since, expiresAt }) => expiresAt.getTime() - since.getTime() > days * dayMs;
}

function eventOf(
  { id, username, name, expiresAt }: EndingToken,
  { days, now }: { readonly days: number; readonly now: Date },
): NewDomainEvent {
  return {
    type: 'token.expiring',
    at: now,
    actor: 'galley',
    subject: username,
    data: { token: id, name, days, expires_at: expiresAt.toISOString() },
  };
}
