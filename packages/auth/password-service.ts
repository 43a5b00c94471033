import type { Database, Transaction } from '@galley/database';
import { fieldError, isServiceAccount, type Actor, type Clock } from '@galley/kernel';
import { AccountRepository, type RevokedTokens } from './account-repository.ts';
import { EmailChangeRepository } from './email-change-repository.ts';
import { OneTimeTokenRepository } from './one-time-token-repository.ts';
import { argon2Hasher, type PasswordHasher } from './password-hash.ts';
import { checkPassword } from './password-rules.ts';
import { authProblems } from './problems.ts';
import { SecurityChangeRepository } from './security-change-repository.ts';
import { recordSecurityChange } from './security-events.ts';
import type { SignInService } from './sign-in-service.ts';
import { SignInThrottleRepository } from './sign-in-throttle-repository.ts';
import { requireAuthorityOver } from './user-rules.ts';
import { normalizeUsername } from './username.ts';

const linkLifetimeMs = 24 * 60 * 60 * 1000;

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
  readonly address: string;
  /** Stays valid. */
  readonly keepSessionId: string;
  readonly revokeTokens: boolean;
}

export interface ChangedPassword extends RevokedTokens {
  readonly securityVersion: number;
}

/** Each change ends the user's sessions and deletes their password links in one transaction. */
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

  /** Throws the errors of a sign-in, `invalid_fields`, and `unauthenticated` when the account changed meanwhile. */
  async change({ newPassword, revokeTokens, ...change }: PasswordChange): Promise<ChangedPassword> {
    const { username, currentPassword, address, keepSessionId } = change;
    const confirmed = await this.#signIn.confirm({ username, password: currentPassword, address });
    requireValidPassword(newPassword, { username, path: 'new_password' });
    if (newPassword.normalize('NFKC') === currentPassword.normalize('NFKC')) {
      throw authProblems.invalid_fields.at([fieldError('new_password', 'password_unchanged')]);
    }
    const hash = await this.#hasher.hash(newPassword);
    return this.#db.transaction().execute(async (transaction) => {
      const securityVersion = await this.#replacePassword(transaction, {
        username,
        hash,
        keepSessionId,
      });
      // A concurrent change since the confirmation invalidates it.
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

  /** Valid once within 24 hours. Throws `not_found`, and `forbidden` when the user has more permissions. */
  async issueResetLink(
    actor: Actor,
    input: string,
  ): Promise<{ username: string; token: string; expiresAt: Date }> {
    const username = normalizeUsername(input);
    return this.#db.transaction().execute(async (transaction) => {
      const links = new OneTimeTokenRepository(transaction);
      if (!(await links.removePasswordLinks(username))) throw userNotFound(username);
      // After the lock: the role may have changed meanwhile.
      const account = await new AccountRepository(transaction).find(username);
      if (!account) throw userNotFound(username);
      requireAuthorityOver(actor, account);
      const now = this.#clock.now();
      const expiresAt = new Date(now.getTime() + linkLifetimeMs);
      const token = await links.issue({ purpose: 'password', username, now, expiresAt });
      return { username, token, expiresAt };
    });
  }

  /** Also ends tokens. Throws `reset_link_invalid`, and `invalid_fields`, which leaves the link valid. */
  async reset({
    token,
    newPassword,
  }: {
    readonly token: string;
    readonly newPassword: string;
  }): Promise<RevokedTokens & { readonly username: string }> {
    // First, so that callers without a link learn no password rules and cost no hash.
    const links = new OneTimeTokenRepository(this.#db);
    const username = await links.findUsername(token, this.#clock.now());
    if (username === undefined) throw invalidLink();
    requireValidPassword(newPassword, { username, path: 'new_password' });
    const hash = await this.#hasher.hash(newPassword);
    return this.#db.transaction().execute(async (transaction) => {
      const link = new OneTimeTokenRepository(transaction);
      const now = this.#clock.now();
      const used = await link.use(token, username, now);
      if (!used) throw invalidLink();
      // The person has read the mailbox.
      if (used.email !== null)
        await new EmailChangeRepository(transaction).verify(username, used.email, now);
      const revoked = await this.#resetPassword(transaction, username, hash);
      return { username, tokens: 0, workerTokens: 0, ...revoked };
    });
  }

  /** From the command line, with the effects of a reset. Throws `not_found` and `invalid_fields`. */
  async set(input: string, newPassword: string): Promise<void> {
    const username = normalizeUsername(input);
    if (isServiceAccount(username)) throw userNotFound(username);
    requireValidPassword(newPassword, { username, path: 'password' });
    const hash = await this.#hasher.hash(newPassword);
    await this.#db.transaction().execute(async (transaction) => {
      const revoked = await this.#resetPassword(transaction, username, hash);
      if (!revoked) throw userNotFound(username);
    });
  }

  async #replacePassword(
    transaction: Transaction,
    { username, actor = username, hash, keepSessionId }: PasswordReplacement,
  ): Promise<number | undefined> {
    const changes = new SecurityChangeRepository(transaction);
    const version = await changes.begin(username, keepSessionId);
    if (version === undefined) return undefined;
    const accounts = new AccountRepository(transaction);
    const isFirst = !(await accounts.hasPassword(username));
    const at = this.#clock.now();
    await accounts.setPassword(username, hash, at);
    // The first one follows an invitation, of which the person knows.
    if (!isFirst)
      await recordSecurityChange(transaction, { username, actor, at }, { change: 'password' });
    return version;
  }

  #revokeTokens(transaction: Transaction, username: string): Promise<RevokedTokens> {
    const revocation = { by: username, at: this.#clock.now() };
    return new AccountRepository(transaction).revokeTokens(username, revocation);
  }

  /** For a lost or compromised password: closes everything it opened. `undefined` for an unknown user. */
  async #resetPassword(
    transaction: Transaction,
    username: string,
    hash: string,
  ): Promise<RevokedTokens | undefined> {
    const version = await this.#replacePassword(transaction, { username, hash });
    if (version === undefined) return undefined;
    const revoked = await this.#revokeTokens(transaction, username);
    await new SignInThrottleRepository(transaction).clear(username);
    return revoked;
  }
}

interface PasswordReplacement {
  readonly username: string;
  /** By default the person. */
  readonly actor?: string;
  readonly hash: string;
  readonly keepSessionId?: string;
}

function requireValidPassword(
  password: string,
  { username, path }: { readonly username: string; readonly path: string },
): void {
  const fault = checkPassword(password, { username });
  if (fault) throw authProblems.invalid_fields.at([{ path, ...fault }]);
}

function userNotFound(username: string): Error {
  return authProblems.not_found(`There is no user "${username}".`);
}

function invalidLink(): Error {
  return authProblems.reset_link_invalid(
    'This link is wrong, has been used, or is older than 24 hours. Ask an administrator for a new one.',
  );
}
