import type { Database } from '@galley/database';
import type { Clock, Logger } from '@galley/kernel';
import { authProblems } from './problems.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import type { Sealer } from './sealing.ts';
import { SecondFactorRepository, type PendingFactor } from './second-factor-repository.ts';
import { SecurityChangeRepository } from './security-change-repository.ts';
import { recordSecurityChange } from './security-events.ts';
import type { SecondFactorCheck } from './sign-in-service.ts';
import { matchStep, newTotpSecret, noStep, provisioningUri } from './totp.ts';

const pendingLifetimeMs = 60 * 60 * 1000;
const maxWrongCodes = 10;

export interface SecondFactorsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  /** In authenticator apps; read for each set-up. */
  readonly issuer: () => string;
  readonly logger: Logger;
}

export interface FactorChange {
  readonly username: string;
  readonly code: string;
  /** Stays valid. */
  readonly keepSessionId?: string | undefined;
}

/** GAP-SES-4. A set-up stays pending until one of its codes is entered; the enabled factor works until then. */
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

  /** An authenticator app or a passkey. */
  async hasFactor(username: string): Promise<boolean> {
    return new SecondFactorRepository(this.#db).hasAny(username);
  }

  /** Replaces a pending set-up. Throws `not_found`. */
  async setup(username: string): Promise<{ secret: string; provisioningUri: string }> {
    const secret = newTotpSecret();
    const sealed = this.#sealer.seal(secret, sealingContext(username));
    await this.#changeFactor(username, (factors) =>
      factors.replacePending(username, sealed, this.#clock.now()),
    );
    return {
      secret,
      provisioningUri: provisioningUri({ issuer: this.#issuer(), username, secret }),
    };
  }

  /**
   * Ends the user's other sessions. Throws `not_found`, and `totp_invalid` for a wrong code or without a set-up of the
   * last hour; ten wrong codes end a set-up.
   */
  async enable({
    username,
    code,
    keepSessionId,
  }: FactorChange): Promise<{ recoveryCodes: string[]; securityVersion: number }> {
    // Returned instead of thrown inside the transaction, so that the wrong code stays counted.
    const outcome = await this.#changeFactor(username, async (factors, transaction) => {
      const now = this.#clock.now();
      const since = new Date(now.getTime() - pendingLifetimeMs);
      const pending = await factors.findPending(username, since);
      const secret = pending && this.#sealer.open(pending.sealedSecret, sealingContext(username));
      if (!pending || secret === undefined) return noPendingSetup();
      const step = matchStep({ secret, code, now, afterStep: noStep });
      if (step === undefined) return countWrongCode(factors, username, pending);
      const securityVersion = await beginChange(transaction, username, keepSessionId);
      await factors.confirm({ username, pending, step, at: now });
      await recordSecurityChange(
        transaction,
        { username, actor: username, at: now },
        { change: 'second_factor_enabled' },
      );
      return {
        recoveryCodes: await renewRecoveryCodes(factors, username, now),
        securityVersion,
      };
    });
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  /**
   * Turns off the authenticator app. Ends the user's other sessions; without an enabled app none, and
   * `securityVersion` is undefined. `hasFactor` is true when a passkey remains.
   */
  async disable({ username, keepSessionId }: Omit<FactorChange, 'code'>): Promise<{
    securityVersion: number | undefined;
    hasFactor: boolean;
  }> {
    return this.#changeFactor(username, async (factors, transaction) => {
      const securityVersion = (await factors.find(username))
        ? await beginChange(transaction, username, keepSessionId)
        : undefined;
      await factors.removeTotp(username);
      if (securityVersion !== undefined)
        await recordSecurityChange(
          transaction,
          { username, actor: username, at: this.#clock.now() },
          { change: 'second_factor_disabled' },
        );
      return { securityVersion, hasFactor: await factors.hasAny(username) };
    });
  }

  /** Throws `not_found`, and `totp_not_enabled` without a factor. */
  async renewRecoveryCodes(username: string): Promise<string[]> {
    return this.#changeFactor(username, async (factors) => {
      if (await factors.hasAny(username))
        return renewRecoveryCodes(factors, username, this.#clock.now());
      throw authProblems.totp_not_enabled(
        'Recovery codes go with a second factor, and none is enabled: set one up first.',
      );
    });
  }

  async remainingRecoveryCodes(username: string): Promise<number> {
    return new SecondFactorRepository(this.#db).countRecoveryCodes(username);
  }

  /**
   * Consumes the code: of concurrent checks, one succeeds. A transaction as `db` must already lock the user's row,
   * because changes of the factor lock it first.
   */
  async check(db: Database, username: string, code: string): Promise<boolean> {
    const factors = new SecondFactorRepository(db);
    return (
      (await this.#useTotpCode(factors, username, code)) ||
      this.checkRecoveryCode(db, username, code)
    );
  }

  async checkRecoveryCode(db: Database, username: string, code: string): Promise<boolean> {
    const factors = new SecondFactorRepository(db);
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
    const secret = this.#sealer.open(factor.sealedSecret, sealingContext(username));
    if (secret === undefined) {
      this.#logger.error(
        'cannot decrypt a second factor: the encryption key differs from the one used at set-up; ' +
          'restore the key, let the user sign in with a recovery code, or turn off their second factor',
        { username },
      );
      return false;
    }
    const now = this.#clock.now();
    const step = matchStep({ secret, code, now, afterStep: factor.lastStep });
    return step !== undefined && factors.advanceStep(factor.id, step, now);
  }

  /** Runs one change of the user's factor at a time. Throws `not_found`. */
  async #changeFactor<T>(
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
  if (wrongCodes < maxWrongCodes) {
    await factors.setWrongCodes(pending.id, wrongCodes);
    return authProblems.totp_invalid(
      'The code does not match. Enter the six digits that the app shows now. If the next code fails too, ' +
        'check the clock of your device.',
    );
  }
  await factors.removePending(username);
  return authProblems.totp_invalid(
    `The code is wrong for the ${maxWrongCodes}th time. Start the set-up again.`,
  );
}

function noPendingSetup(): Error {
  return authProblems.totp_invalid(
    'No set-up of the last hour is pending. Start a set-up first, then enter its code.',
  );
}

/** A secret copied to another user's row does not decrypt. */
function sealingContext(username: string): string {
  return `totp:${username}`;
}
