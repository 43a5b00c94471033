import type { Database } from '@galley/database';
import { networkOf, type Clock } from '@galley/kernel';
import { authProblems } from './problems.ts';
import { SignInThrottleRepository, type ThrottleKey } from './sign-in-throttle-repository.ts';
import {
  decideAttempt,
  recordSuccess,
  takeBack,
  throttleMemoryMilliseconds,
  type ThrottleStates,
} from './sign-in-throttle-rule.ts';
import { isUsername, normalizeUsername } from './username.ts';

export interface AttemptOrigin {
  /** As it was typed. */
  readonly username: string;
  /** IP address. */
  readonly address: string;
}

/** One attempt that was let through, counted as a failure until one of these is called; at most one, once. */
export interface SignInAttempt {
  /** Clears the failures of this user from this address. */
  succeed(): Promise<void>;
  /** It was neither right nor wrong: as if it had not been made. */
  takeBack(): Promise<void>;
}

/**
 * Bounds how fast passwords and codes can be guessed (GAP-SES-3): 5 failures within 10 minutes lock a user from an
 * address for 15 minutes, and there are at most 50 a user and 100 an address within 10 minutes. All of it is in
 * the database, so that it holds across processes and restarts.
 */
export class SignInThrottle {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** To be called before a password or code is looked at. Throws `rate_limited`, whether the user exists or not. */
  async reserve(origin: AttemptOrigin): Promise<SignInAttempt> {
    const key = throttleKey(origin);
    const attempt = await this.#db.transaction().execute(async (transaction) => {
      const repository = new SignInThrottleRepository(transaction);
      const states = await repository.lock(key, this.#clock.now());
      // Only now: there may have been a wait for the lock.
      const now = this.#clock.now();
      const decision = decideAttempt(states, now);
      if (decision.kind === 'refused') throw tooManyAttempts(decision.until, now);
      await repository.save(key, decision.states, now);
      return now;
    });
    return {
      succeed: () => this.#change(key, (states) => recordSuccess(states, attempt)),
      takeBack: () => this.#change(key, (states) => takeBack(states, attempt)),
    };
  }

  /** Forgets the failures of a user, from wherever they came: for a new password that somebody else has seen to. */
  async clear(username: string): Promise<void> {
    await new SignInThrottleRepository(this.#db).clear(normalizeUsername(username));
  }

  /** Deletes what decides nothing any more, and returns how many rows that were. */
  async removeOld(): Promise<number> {
    const time = new Date(this.#clock.now().getTime() - throttleMemoryMilliseconds);
    return new SignInThrottleRepository(this.#db).removeUnchangedSince(time);
  }

  async #change(
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

/** What is no user name is not kept: it may be a password, typed into the wrong field. */
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
