import type { Database } from '@galley/database';
import { DomainError, networkOf, type Actor } from '@galley/kernel';
import { limitConcurrency } from './concurrency-limit.ts';
import { argon2Hasher, tooManySignIns, type PasswordHasher } from './password-hash.ts';
import { authProblems } from './problems.ts';
import type { Passkey } from './passkey-repository.ts';
import { invalidPasskey } from './passkey-verification.ts';
import { SignInRepository, type SignInRecord } from './sign-in-repository.ts';
import type { AttemptOrigin, SignInAttempt, SignInThrottle } from './sign-in-throttle.ts';
import { isUsername, normalizeUsername } from './username.ts';

export interface SecondFactorCheck {
  /** Consumes a right code. */
  check(db: Database, username: string, code: string): Promise<boolean>;
  checkRecoveryCode(db: Database, username: string, code: string): Promise<boolean>;
}

export interface SignInOptions {
  readonly db: Database;
  readonly throttle: SignInThrottle;
  readonly factors: SecondFactorCheck;
  /** Roles whose people sign in with a passkey or a recovery code, once they have a passkey (ADD-PKY-8). */
  readonly requirePasskey?: readonly string[];
  readonly hasher?: PasswordHasher;
}

export interface SignInInput extends AttemptOrigin {
  readonly password: string;
  /** Or recovery code. */
  readonly totpCode?: string | undefined;
  /** Instead of a code. Called after the right password; throws as `Passkeys.verify` does. */
  readonly verifyPasskey?: ((username: string) => Promise<unknown>) | undefined;
}

export interface PasskeySignIn {
  readonly address: string;
  /** Owner that the passkey claims to have; `undefined` for an unknown one. */
  readonly username: string | undefined;
  /** Throws as `Passkeys.verify` does. */
  readonly verify: () => Promise<{
    readonly passkey: Pick<Passkey, 'username'>;
    readonly userVerified: boolean;
  }>;
}

export interface SignedIn {
  readonly actor: Actor;
  /** At the password check. */
  readonly securityVersion: number;
  readonly factorVerified: boolean;
}

/** At most four attempts run at once, to bound database connections and CPU; addresses take turns. */
export class SignInService {
  readonly #db: Database;
  readonly #users: SignInRepository;
  readonly #throttle: SignInThrottle;
  readonly #factors: SecondFactorCheck;
  readonly #requirePasskey: readonly string[];
  readonly #hasher: PasswordHasher;
  readonly #unmatchableHash: string;
  readonly #limitAttempts = limitConcurrency({
    maxRunning: 4,
    maxWaiting: 64,
    createRefusal: tooManySignIns,
  });
  readonly #counts = { accepted: 0, rejected: 0, throttled: 0 };

  constructor({
    db,
    throttle,
    factors,
    requirePasskey = [],
    hasher = argon2Hasher,
  }: SignInOptions) {
    this.#db = db;
    this.#users = new SignInRepository(db);
    this.#throttle = throttle;
    this.#factors = factors;
    this.#requirePasskey = requirePasskey;
    this.#hasher = hasher;
    this.#unmatchableHash = hasher.createUnmatchable();
  }

  get measures() {
    return { ...this.#counts };
  }

  /**
   * Throws `invalid_credentials`, the same and after the same work, for an unknown user, a wrong password and a
   * disabled user, so that the answer does not reveal which names exist; `totp_required` and `totp_invalid` only after
   * the right password; `rate_limited`, `unavailable`.
   */
  async authenticate({ password, ...input }: SignInInput): Promise<SignedIn> {
    const origin = { username: input.username, address: input.address };
    return this.#attempt(origin, async (username) => {
      const record = await this.#checkPassword(username, password);
      if (!record) {
        throw authProblems.invalid_credentials('The user name or the password is wrong.');
      }
      const { actor, securityVersion } = record;
      const factorVerified = record.hasTotp || record.hasPasskey;
      if (factorVerified) await this.#checkFactor(record, input);
      await this.#renewHash(record, password);
      return { actor, securityVersion, factorVerified };
    });
  }

  /** Throws `invalid_credentials`, `rate_limited` and `unavailable`. */
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

  /**
   * A passkey that verified the person stands for both factors (ADD-PKY-3). Counts failures as for passwords. Throws
   * `passkey_invalid`, the same for unknown passkeys and disabled users; `passkey_unverified`; what `verify` throws;
   * `rate_limited`, `unavailable`.
   */
  async authenticateByPasskey({
    address,
    username = '',
    verify,
  }: PasskeySignIn): Promise<SignedIn> {
    return this.#attempt({ username, address }, async () => {
      const { passkey, userVerified } = await verify();
      const record = await this.#users.findForSignIn(passkey.username);
      if (!record?.enabled) throw invalidPasskey();
      if (!userVerified) throw unverifiedPasskey();
      const { actor, securityVersion } = record;
      return { actor, securityVersion, factorVerified: true };
    });
  }

  /**
   * The second factor of a session that began without it, at a provider (ADD-SSO-6). Throws `totp_not_enabled`,
   * `totp_required`, `totp_invalid`, what `verifyPasskey` throws, `rate_limited` and `unavailable`.
   */
  async verifyFactor(
    factor: Omit<SignInInput, 'password'>,
  ): Promise<{ readonly securityVersion: number }> {
    const { username: typed, address } = factor;
    return this.#attempt({ username: typed, address }, async (username) => {
      const record = await this.#users.findForSignIn(username);
      if (!record || !(record.hasTotp || record.hasPasskey))
        throw authProblems.totp_not_enabled('Your account has no second factor.');
      await this.#checkFactor(record, factor);
      return { securityVersion: record.securityVersion };
    });
  }

  #attempt<T>(origin: AttemptOrigin, work: (username: string) => Promise<T>): Promise<T> {
    return this.#limitAttempts(() => this.#attemptNow(origin, work), networkOf(origin.address));
  }

  /** Counts the attempt as failed before it runs, so that concurrent attempts stay within the limit. */
  async #attemptNow<T>(origin: AttemptOrigin, work: (username: string) => Promise<T>): Promise<T> {
    const attempt = await this.#reserve(origin);
    let result: T;
    try {
      result = await work(normalizeUsername(origin.username));
    } catch (error) {
      // If the cancellation fails too, one failure too many is counted, and the first error is reported.
      if (isWrongGuess(error)) this.#counts.rejected += 1;
      else await attempt.cancel().catch(() => undefined);
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

  /** Exactly one hash computation in every case. */
  async #checkPassword(username: string, password: string): Promise<SignInRecord | undefined> {
    const record = isUsername(username) ? await this.#users.findForSignIn(username) : undefined;
    const hash = record?.enabled ? record.passwordHash : undefined;
    const matches = await this.#hasher.verify(password, hash ?? this.#unmatchableHash);
    return hash !== undefined && matches ? record : undefined;
  }

  async #checkFactor(
    record: SignInRecord,
    { totpCode = '', verifyPasskey }: Pick<SignInInput, 'totpCode' | 'verifyPasskey'>,
  ): Promise<void> {
    const { username, role } = record.actor;
    if (verifyPasskey) {
      await verifyPasskey(username);
      return;
    }
    const takesCodes =
      record.hasTotp && !(record.hasPasskey && this.#requirePasskey.includes(role));
    if (totpCode.trim() === '') throw factorRequired(record, takesCodes);
    const check = takesCodes ? 'check' : 'checkRecoveryCode';
    if (await this.#factors[check](this.#db, username, totpCode)) return;
    throw authProblems.totp_invalid(
      'The code is wrong or has been used. Enter the one that your authenticator app shows now, or a recovery code.',
    );
  }

  /** Only a sign-in knows the password. */
  async #renewHash({ actor, passwordHash }: SignInRecord, password: string): Promise<void> {
    if (passwordHash === undefined || this.#hasher.isCurrent(passwordHash)) return;
    let renewed: string;
    try {
      renewed = await this.#hasher.hash(password);
    } catch (error) {
      // A later sign-in renews it.
      if (error instanceof DomainError && error.code === 'unavailable') return;
      throw error;
    }
    await this.#users.replaceHash(actor.username, { currentHash: passwordHash, newHash: renewed });
  }
}

const wrongGuesses = new Set([
  'invalid_credentials',
  'totp_invalid',
  'passkey_invalid',
  'passkey_copied',
]);

/** `second_factors` lists what is accepted. */
function factorRequired({ hasPasskey }: SignInRecord, takesCodes: boolean): Error {
  const passkey = hasPasskey ? 'use your passkey' : '';
  const code = takesCodes ? 'enter the code that your authenticator app shows' : '';
  const ways = [passkey, code, takesCodes ? 'a recovery code' : 'enter a recovery code'];
  const text = ways.filter(Boolean).join(', or ');
  const second_factors = [
    ...(hasPasskey ? ['passkey'] : []),
    ...(takesCodes ? ['totp'] : []),
    'recovery_code',
  ];
  return authProblems.totp_required(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`, {
    second_factors,
  });
}

function unverifiedPasskey(): Error {
  return authProblems.passkey_unverified(
    'Your passkey did not ask for a PIN, fingerprint or face, so it is one factor only. Use your password too.',
  );
}

function isWrongGuess(error: unknown): boolean {
  return error instanceof DomainError && wrongGuesses.has(error.code);
}
