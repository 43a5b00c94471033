import type { Database } from '@galley/database';
import type { Clock, Logger } from '@galley/kernel';
import { authProblems } from './problems.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import type { Sealer } from './sealing.ts';
import { SecondFactorRepository, type PendingFactor } from './second-factor-repository.ts';
import { SecurityChangeRepository } from './security-change-repository.ts';
import type { SecondFactorCheck } from './sign-in-service.ts';
import { matchStep, newTotpSecret, noStep, provisioningUri } from './totp.ts';

const pendingLifetimeMilliseconds = 60 * 60 * 1000;
const mostWrongCodes = 10;

export interface SecondFactorsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  /** What authenticator apps show beside the user name; asked anew each time. */
  readonly issuer: () => string;
  readonly logger: Logger;
}

export interface EnableFactor {
  readonly username: string;
  readonly code: string;
  /** The one session of the user that does not end, if any. */
  readonly keepSessionId?: string | undefined;
}

/**
 * Second factors (GAP-SES-4): time-based codes from an app, and recovery codes for when it is lost.
 *
 * A set-up is pending until a code of it has been entered; what is enabled works until then. User names are expected
 * as they are stored, in lower case.
 */
export class SecondFactors implements SecondFactorCheck {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #sealer: Sealer;
  readonly #issuer: () => string;
  readonly #logger: Logger;

  constructor({ db, clock, sealer, issuer, logger }: SecondFactorsOptions) {
    this.#db = db;
    this.#clock = clock;
    this.#sealer = sealer;
    this.#issuer = issuer;
    this.#logger = logger;
  }

  /** Whether somebody has a factor that is enabled. */
  async hasFactor(username: string): Promise<boolean> {
    return (await new SecondFactorRepository(this.#db).find(username)) !== undefined;
  }

  /** Begins a set-up, in place of an earlier pending one. Throws `not_found` for an unknown user. */
  async setup(username: string): Promise<{ secret: string; provisioningUri: string }> {
    const secret = newTotpSecret();
    const sealed = this.#sealer.seal(secret, contextOf(username));
    await this.#change(username, (factors) =>
      factors.replacePending(username, sealed, this.#clock.now()),
    );
    return {
      secret,
      provisioningUri: provisioningUri({ issuer: this.#issuer(), username, secret }),
    };
  }

  /**
   * Confirms a set-up with a code of it, which is used up by that; ends the user's other sessions. The recovery codes
   * are shown here only. Throws `not_found`, and `totp_invalid` when the code is wrong or no set-up of the last hour
   * waits for one; ten wrong codes end a set-up.
   */
  async enable({
    username,
    code,
    keepSessionId,
  }: EnableFactor): Promise<{ recoveryCodes: string[]; securityVersion: number }> {
    // A refusal is handed out of the transaction before it is thrown: the wrong code must stay counted.
    const outcome = await this.#change(username, async (factors, transaction) => {
      const now = this.#clock.now();
      const since = new Date(now.getTime() - pendingLifetimeMilliseconds);
      const pending = await factors.findPending(username, since);
      const secret = pending && this.#sealer.open(pending.sealedSecret, contextOf(username));
      if (!pending || secret === undefined) return nothingPending();
      const step = matchStep({ secret, code, now, afterStep: noStep });
      if (step === undefined) return countWrongCode(factors, username, pending);
      const securityVersion = await beginChange(transaction, username, keepSessionId);
      await factors.confirm({ username, pending, step, at: now });
      return { recoveryCodes: await this.#renewCodes(factors, username), securityVersion };
    });
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  /**
   * Removes the factor, a pending set-up and the recovery codes, and ends the user's other sessions. Without a factor
   * that is enabled no session ends, and `securityVersion` is undefined. Throws `not_found` for an unknown user.
   */
  async disable({
    username,
    keepSessionId,
  }: Omit<EnableFactor, 'code'>): Promise<{ securityVersion: number | undefined }> {
    return this.#change(username, async (factors, transaction) => {
      const securityVersion = (await factors.find(username))
        ? await beginChange(transaction, username, keepSessionId)
        : undefined;
      await factors.removeAll(username);
      return { securityVersion };
    });
  }

  /** Ten new codes in place of what is left. Throws `not_found`, and `totp_not_enabled` when there is no factor. */
  async renewRecoveryCodes(username: string): Promise<string[]> {
    return this.#change(username, async (factors) => {
      if (await factors.find(username)) return this.#renewCodes(factors, username);
      throw authProblems.totp_not_enabled(
        'Recovery codes go with a second factor, and none is enabled: set one up first.',
      );
    });
  }

  async remainingRecoveryCodes(username: string): Promise<number> {
    return new SecondFactorRepository(this.#db).countRecoveryCodes(username);
  }

  /**
   * Whether it is a code of the user's factor or one of their recovery codes. It is used up by that: of two checks of
   * one code at the same time, in whatever process, one says yes.
   *
   * `db` is a pool; or a transaction that holds the user's row already, because changes of the factor take that first.
   */
  async check(db: Database, username: string, code: string): Promise<boolean> {
    const factors = new SecondFactorRepository(db);
    if (await this.#useTotpCode(factors, username, code)) return true;
    const hash = hashRecoveryCode(username, code);
    return hash !== undefined && factors.useRecoveryCode(username, hash);
  }

  async #useTotpCode(
    factors: SecondFactorRepository,
    username: string,
    code: string,
  ): Promise<boolean> {
    const factor = await factors.find(username);
    if (!factor) return false;
    const secret = this.#sealer.open(factor.sealedSecret, contextOf(username));
    if (secret === undefined) {
      this.#logger.error(
        'a second factor cannot be decrypted: the encryption key is not the one that it was set up with; ' +
          'bring the key back, or let the user sign in with a recovery code, or turn their second factor off',
        { username },
      );
      return false;
    }
    const now = this.#clock.now();
    const step = matchStep({ secret, code, now, afterStep: factor.lastStep });
    return step !== undefined && factors.advanceStep(factor.id, step, now);
  }

  async #renewCodes(factors: SecondFactorRepository, username: string): Promise<string[]> {
    const codes = newRecoveryCodes();
    const hashes = codes.map((code) => hashRecoveryCode(username, code)!);
    await factors.replaceRecoveryCodes(username, hashes, this.#clock.now());
    return codes;
  }

  /** One change of the user's factor at a time. Throws `not_found`. */
  async #change<T>(
    username: string,
    work: (factors: SecondFactorRepository, transaction: Database) => Promise<T>,
  ): Promise<T> {
    return this.#db.transaction().execute(async (transaction) => {
      const factors = new SecondFactorRepository(transaction);
      if (await factors.lockUser(username)) return work(factors, transaction);
      throw authProblems.not_found(`There is no user "${username}".`);
    });
  }
}

/** Of a user whose row is locked, so that there is one. */
async function beginChange(
  transaction: Database,
  username: string,
  keepSessionId: string | undefined,
): Promise<number> {
  const changes = new SecurityChangeRepository(transaction);
  return (await changes.begin(username, keepSessionId))!;
}

async function countWrongCode(
  factors: SecondFactorRepository,
  username: string,
  pending: PendingFactor,
): Promise<Error> {
  const wrongCodes = pending.wrongCodes + 1;
  if (wrongCodes < mostWrongCodes) {
    await factors.setWrongCodes(pending.id, wrongCodes);
    return authProblems.totp_invalid(
      'The code does not match. Enter the six digits that the app shows now; if they go on not matching, ' +
        'see whether the clock of your device is right.',
    );
  }
  await factors.removePending(username);
  return authProblems.totp_invalid(
    `The code does not match, the ${mostWrongCodes}th time: begin the set-up anew.`,
  );
}

function nothingPending(): Error {
  return authProblems.totp_invalid(
    'No set-up of the last hour waits for a code: begin the set-up first, then enter a code of it.',
  );
}

/** What a secret is sealed for: one that is copied to another user's row does not open. */
function contextOf(username: string): string {
  return `totp:${username}`;
}
