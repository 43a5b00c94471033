import type { Database } from '@galley/database';
import { DomainError, networkOf, type Actor } from '@galley/kernel';
import { limitConcurrency } from './concurrency-limit.ts';
import { argon2Hasher, tooManySignIns, type PasswordHasher } from './password-hash.ts';
import { authProblems } from './problems.ts';
import { SignInRepository, type SignInRecord } from './sign-in-repository.ts';
import type { AttemptOrigin, SignInAttempt, SignInThrottle } from './sign-in-throttle.ts';
import { isUsername, normalizeUsername } from './username.ts';

/** What a second factor is checked with. */
export interface SecondFactorCheck {
  /** Whether the code is right; a right one is used up, and never right again. */
  check(db: Database, username: string, code: string): Promise<boolean>;
}

export interface SignInOptions {
  readonly db: Database;
  readonly throttle: SignInThrottle;
  readonly factors: SecondFactorCheck;
  readonly hasher?: PasswordHasher;
}

export interface SignInInput extends AttemptOrigin {
  readonly password: string;
  /** A code of the second factor, or a recovery code. */
  readonly totpCode?: string | undefined;
}

/** Somebody who has proved who they are, and what a session needs to know of it. */
export interface SignedIn {
  readonly actor: Actor;
  /** As of when the password was checked. */
  readonly securityVersion: number;
  readonly factorVerified: boolean;
}

/**
 * Checks passwords and codes, no faster than the throttle lets them be guessed. Makes no sessions. Four attempts are
 * under way at once, so that a flood of them takes neither all connections of the database nor all of the processor;
 * addresses take turns, so that one that sends many keeps nobody else waiting.
 */
export class SignInService {
  readonly #db: Database;
  readonly #users: SignInRepository;
  readonly #throttle: SignInThrottle;
  readonly #factors: SecondFactorCheck;
  readonly #hasher: PasswordHasher;
  readonly #unmatchable: string;
  readonly #limited = limitConcurrency({ most: 4, mostWaiting: 64, refusal: tooManySignIns });
  readonly #counts = { accepted: 0, rejected: 0, throttled: 0 };

  constructor({ db, throttle, factors, hasher = argon2Hasher }: SignInOptions) {
    this.#db = db;
    this.#users = new SignInRepository(db);
    this.#throttle = throttle;
    this.#factors = factors;
    this.#hasher = hasher;
    this.#unmatchable = hasher.unmatchable();
  }

  /** How many proved who they are since the start, were wrong, or were not let try. */
  get measures() {
    return { ...this.#counts };
  }

  /**
   * Who this user name and password belong to. Throws
   * - `invalid_credentials`, the same and after the same work, for an unknown user, a wrong password and a disabled
   *   user: the answer tells nobody which names exist;
   * - `totp_required` and `totp_invalid` to those alone who know the password;
   * - `rate_limited`, whether the user exists or not, and `unavailable` when too many sign in at once.
   */
  async authenticate({ totpCode = '', password, ...origin }: SignInInput): Promise<SignedIn> {
    return this.#attempt(origin, async (username) => {
      const record = await this.#checkPassword(username, password);
      if (!record) {
        throw authProblems.invalid_credentials('The user name or the password is wrong.');
      }
      const { actor, securityVersion } = record;
      const factorVerified = record.hasSecondFactor;
      if (factorVerified) await this.#checkFactor(username, totpCode);
      await this.#renewHash(record, password);
      return { actor, securityVersion, factorVerified };
    });
  }

  /**
   * Has somebody who is signed in prove by their password that it is still they, and returns the version of their
   * account that it held for. Throws `invalid_credentials`, `rate_limited` and `unavailable`.
   */
  async confirm({
    password,
    ...origin
  }: AttemptOrigin & { readonly password: string }): Promise<{ readonly securityVersion: number }> {
    return this.#attempt(origin, async (username) => {
      const record = await this.#checkPassword(username, password);
      if (!record) throw authProblems.invalid_credentials('This is not your password.');
      return { securityVersion: record.securityVersion };
    });
  }

  #attempt<T>(origin: AttemptOrigin, work: (username: string) => Promise<T>): Promise<T> {
    return this.#limited(() => this.#attemptNow(origin, work), networkOf(origin.address));
  }

  /** Counts the attempt as failed before it is made: however many come at once, few of them are. */
  async #attemptNow<T>(origin: AttemptOrigin, work: (username: string) => Promise<T>): Promise<T> {
    const attempt = await this.#reserve(origin);
    let result: T;
    try {
      result = await work(normalizeUsername(origin.username));
    } catch (error) {
      // If even this fails, one failure too many is counted, and what went wrong first is what matters.
      if (isWrongGuess(error)) this.#counts.rejected += 1;
      else await attempt.takeBack().catch(() => undefined);
      throw error;
    }
    await attempt.succeed();
    this.#counts.accepted += 1;
    return result;
  }

  async #reserve(origin: AttemptOrigin): Promise<SignInAttempt> {
    try {
      return await this.#throttle.reserve(origin);
    } catch (error) {
      if (authProblems.rate_limited.is(error)) this.#counts.throttled += 1;
      throw error;
    }
  }

  /** The user whose password this is, if they are enabled; after one computation, whoever it is. */
  async #checkPassword(username: string, password: string): Promise<SignInRecord | undefined> {
    const record = isUsername(username) ? await this.#users.findForSignIn(username) : undefined;
    const hash = record?.enabled ? record.passwordHash : undefined;
    const matches = await this.#hasher.verify(password, hash ?? this.#unmatchable);
    return hash !== undefined && matches ? record : undefined;
  }

  async #checkFactor(username: string, code: string): Promise<void> {
    if (code.trim() === '') {
      throw authProblems.totp_required(
        'Enter the code that your authenticator app shows, or a recovery code.',
      );
    }
    if (await this.#factors.check(this.#db, username, code)) return;
    throw authProblems.totp_invalid(
      'The code is wrong or has been used. Enter the one that your authenticator app shows now, or a recovery code.',
    );
  }

  /** A hash from when less was thought enough is made anew: only here is the password known. */
  async #renewHash({ actor, passwordHash }: SignInRecord, password: string): Promise<void> {
    if (passwordHash === undefined || this.#hasher.isCurrent(passwordHash)) return;
    let renewed: string;
    try {
      renewed = await this.#hasher.hash(password);
    } catch (error) {
      // When too many sign in at once, another time will do.
      if (error instanceof DomainError && error.code === 'unavailable') return;
      throw error;
    }
    await this.#users.replaceHash(actor.username, { from: passwordHash, to: renewed });
  }
}

const wrongGuesses = new Set(['invalid_credentials', 'totp_invalid']);

function isWrongGuess(error: unknown): boolean {
  return error instanceof DomainError && wrongGuesses.has(error.code);
}
