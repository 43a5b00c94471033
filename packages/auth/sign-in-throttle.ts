import type { Database } from '@galley/database';
import { networkOf, type Clock } from '@galley/kernel';
import { authProblems } from './problems.ts';
import { SignInThrottleRepository, type ThrottleKey } from './sign-in-throttle-repository.ts';
import {
  decideAttempt,
  recordSuccess,
  removeFailure,
  throttleRetentionMs,
  type ThrottleStates,
} from './sign-in-throttle-rule.ts';
import { isUsername, normalizeUsername } from './username.ts';

export interface AttemptOrigin {
  /** As typed. */
  readonly username: string;
  readonly address: string;
}

/** Counted as failed until one of these methods is called, once. */
export interface SignInAttempt {
  /** Clears the failures of this user from this address. */
  succeed(): Promise<void>;
  cancel(): Promise<void>;
}

/** Limits guessing of passwords and codes across processes and restarts (GAP-SES-3). */
export class SignInThrottle {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Call before checking a password or code. Throws `rate_limited`, whether the user exists or not. */
  async reserve(origin: AttemptOrigin): Promise<SignInAttempt> {
    const key = throttleKey(origin);
    const attempt = await this.#db.transaction().execute(async (transaction) => {
      const repository = new SignInThrottleRepository(transaction);
      const states = await repository.lock(key, this.#clock.now());
      // Again, since the lock may have taken time.
      const now = this.#clock.now();
      const decision = decideAttempt(states, now);
      if (decision.kind === 'refused') throw tooManyAttempts(decision.until, now);
      await repository.save(key, decision.states, now);
      return now;
    });
    return {
      succeed: () => this.#changeStates(key, (states) => recordSuccess(states, attempt)),
      cancel: () => this.#changeStates(key, (states) => removeFailure(states, attempt)),
    };
  }

  async clear(username: string): Promise<void> {
    await new SignInThrottleRepository(this.#db).clear(normalizeUsername(username));
  }

  async removeOld(): Promise<number> {
    const time = new Date(this.#clock.now().getTime() - throttleRetentionMs);
    return new SignInThrottleRepository(this.#db).removeUnchangedSince(time);
  }

  async #changeStates(
    key: ThrottleKey,
    change: (states: ThrottleStates) => ThrottleStates,
  ): Promise<void> {
    const now = this.#clock.now();
    await this.#db.transaction().execute(async (transaction) => {
      const repository = new SignInThrottleRepository(transaction);
      await repository.save(key, change(await repository.lock(key, now)), now);
    });
  }
}

/** Stores no invalid user names: they may be passwords typed into the wrong field. */
function throttleKey(origin: AttemptOrigin): ThrottleKey {
  const username = normalizeUsername(origin.username);
  return {
    username: isUsername(username) ? username : '',
    address: networkOf(origin.address),
  };
}

function tooManyAttempts(until: Date, now: Date): Error {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1_000);
  const minutes = Math.ceil(seconds / 60);
  return authProblems.rate_limited(
    `Too many attempts to sign in have failed. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retry_after: seconds },
  );
}
