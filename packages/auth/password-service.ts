import type { Database, Transaction } from '@galley/database';
import type { Actor, Clock } from '@galley/kernel';
import { AccountRepository, type RevokedTokens } from './account-repository.ts';
import { OneTimeTokenRepository } from './one-time-token-repository.ts';
import { argon2Hasher, type PasswordHasher } from './password-hash.ts';
import { checkPassword } from './password-rules.ts';
import { authProblems } from './problems.ts';
import { SecurityChangeRepository } from './security-change-repository.ts';
import type { SignInService } from './sign-in-service.ts';
import { SignInThrottleRepository } from './sign-in-throttle-repository.ts';
import { requireAuthorityOver } from './user-rules.ts';
import { normalizeUsername } from './username.ts';

const linkLifetimeMilliseconds = 24 * 60 * 60 * 1000;

export interface PasswordServiceOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly signIn: SignInService;
  readonly hasher?: PasswordHasher;
}

export interface PasswordChange {
  readonly username: string;
  readonly currentPassword: string;
  readonly newPassword: string;
  /** IP address. */
  readonly address: string;
  /** The session that the change comes from. */
  readonly keepSessionId: string;
  /** Whether the user's tokens end as well. */
  readonly revokeTokens: boolean;
}

export interface ChangedPassword extends RevokedTokens {
  /** The new version of the account, for the session that takes the place of the one kept. */
  readonly securityVersion: number;
}

/**
 * How passwords come to be others. Each change ends the user's sessions and the links that would set a password in
 * the same transaction.
 */
export class PasswordService {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #signIn: SignInService;
  readonly #hasher: PasswordHasher;

  constructor({ db, clock, signIn, hasher = argon2Hasher }: PasswordServiceOptions) {
    this.#db = db;
    this.#clock = clock;
    this.#signIn = signIn;
    this.#hasher = hasher;
  }

  /**
   * Somebody changes their own password; ends their other sessions, and their tokens if they wish. Throws `invalid_credentials`, `rate_limited` and
   * `unavailable` as a sign-in does, `invalid_fields` for the new password, and `unauthenticated` when the account
   * was changed meanwhile.
   */
  async change({ newPassword, revokeTokens, ...change }: PasswordChange): Promise<ChangedPassword> {
    const { username, currentPassword, address, keepSessionId } = change;
    const confirmed = await this.#signIn.confirm({ username, password: currentPassword, address });
    requireSound(newPassword, { username, path: 'new_password' });
    if (newPassword.normalize('NFKC') === currentPassword.normalize('NFKC')) {
      throw invalidPassword('new_password', 'This is the password that you have. Choose another.');
    }
    const hash = await this.#hasher.hash(newPassword);
    return this.#db.transaction().execute(async (transaction) => {
      const securityVersion = await this.#replace(transaction, { username, hash, keepSessionId });
      // Between the two, somebody else may have changed the password: then what was confirmed no longer holds.
      if (securityVersion !== confirmed.securityVersion + 1) {
        throw authProblems.unauthenticated(
          'Your account was changed while you changed your password. Sign in again.',
        );
      }
      const revoked = revokeTokens
        ? await this.#revokeTokens(transaction, username)
        : { tokens: 0, workerTokens: 0 };
      return { securityVersion, ...revoked };
    });
  }

  /**
   * The token of a link that lets a user set their password, once and within 24 hours, also one who has none yet.
   * Earlier ones end. Throws `not_found`, and `forbidden` when the user may do more than the actor.
   */
  async issueResetLink(
    actor: Actor,
    input: string,
  ): Promise<{ username: string; token: string; expiresAt: Date }> {
    const username = normalizeUsername(input);
    return this.#db.transaction().execute(async (transaction) => {
      const links = new OneTimeTokenRepository(transaction);
      if (!(await links.removeAllOf(username))) throw userNotFound(username);
      // Only now that their row is locked: somebody may have given them a role that grants more.
      const account = await new AccountRepository(transaction).find(username);
      requireAuthorityOver(actor, account!);
      const now = this.#clock.now();
      const expiresAt = new Date(now.getTime() + linkLifetimeMilliseconds);
      const token = await links.issue({ purpose: 'password', username, now, expiresAt });
      return { username, token, expiresAt };
    });
  }

  /**
   * Sets the password of the user whom the link was made for, and returns their name; ends all their sessions and
   * tokens, and forgets their failed sign-ins. Throws `reset_link_invalid` when the link is wrong, used or expired
   * or the user disabled, and `invalid_fields`, after which the link still works.
   */
  async reset({
    token,
    newPassword,
  }: {
    readonly token: string;
    readonly newPassword: string;
  }): Promise<RevokedTokens & { readonly username: string }> {
    // Before anything else, so that only who holds a link is told about passwords and costs a hash.
    const links = new OneTimeTokenRepository(this.#db);
    const username = await links.findUsername(token, this.#clock.now());
    if (username === undefined) throw linkInvalid();
    requireSound(newPassword, { username, path: 'new_password' });
    const hash = await this.#hasher.hash(newPassword);
    return this.#db.transaction().execute(async (transaction) => {
      const link = new OneTimeTokenRepository(transaction);
      if (!(await link.use(token, username, this.#clock.now()))) throw linkInvalid();
      const revoked = await this.#replaceForgotten(transaction, username, hash);
      return { username, tokens: 0, workerTokens: 0, ...revoked };
    });
  }

  /**
   * Sets the password of a user for them, at the command line: with the effects of a reset.
   * Throws `not_found` and `invalid_fields`.
   */
  async set(input: string, newPassword: string): Promise<void> {
    const username = normalizeUsername(input);
    requireSound(newPassword, { username, path: 'password' });
    const hash = await this.#hasher.hash(newPassword);
    await this.#db.transaction().execute(async (transaction) => {
      const revoked = await this.#replaceForgotten(transaction, username, hash);
      if (!revoked) throw userNotFound(username);
    });
  }

  /** The user's new version, or undefined when there is no such user. */
  async #replace(
    transaction: Transaction,
    { username, hash, keepSessionId }: Replacement,
  ): Promise<number | undefined> {
    const changes = new SecurityChangeRepository(transaction);
    const version = await changes.begin(username, keepSessionId);
    if (version === undefined) return undefined;
    await new AccountRepository(transaction).setPassword(username, hash, this.#clock.now());
    return version;
  }

  #revokeTokens(transaction: Transaction, username: string): Promise<RevokedTokens> {
    const revocation = { by: username, at: this.#clock.now() };
    return new AccountRepository(transaction).revokeTokens(username, revocation);
  }

  /**
   * A password that was lost, or that somebody else may have known: what it opened is closed too. Undefined when there
   * is no such user.
   */
  async #replaceForgotten(
    transaction: Transaction,
    username: string,
    hash: string,
  ): Promise<RevokedTokens | undefined> {
    const version = await this.#replace(transaction, { username, hash });
    if (version === undefined) return undefined;
    const revoked = await this.#revokeTokens(transaction, username);
    await new SignInThrottleRepository(transaction).clear(username);
    return revoked;
  }
}

interface Replacement {
  readonly username: string;
  readonly hash: string;
  readonly keepSessionId?: string;
}

function requireSound(
  password: string,
  { username, path }: { readonly username: string; readonly path: string },
): void {
  const message = checkPassword(password, { username });
  if (message !== undefined) throw invalidPassword(path, message);
}

function invalidPassword(path: string, message: string): Error {
  return authProblems.invalid_fields(message, { errors: [{ path, message }] });
}

function userNotFound(username: string): Error {
  return authProblems.not_found(`There is no user "${username}".`);
}

function linkInvalid(): Error {
  return authProblems.reset_link_invalid(
    'This link is wrong, has been used, or is older than 24 hours. Ask an administrator for a new one.',
  );
}
