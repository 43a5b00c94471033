import { DomainEventRepository, withAdvisoryLock, type Database } from '@galley/database';
import type { Clock } from '@galley/kernel';
import { parseAccount, type AccountFields, type NewAccount } from './new-account.ts';
import { OneTimeTokenRepository } from './one-time-token-repository.ts';
import { argon2Hasher, type PasswordHasher } from './password-hash.ts';
import { authProblems } from './problems.ts';
import { administratorRole } from './role-rules.ts';
import { SignInRepository } from './sign-in-repository.ts';
import type { SignedIn } from './sign-in-service.ts';
import { UserRepository } from './user-repository.ts';

const linkLifetimeMs = 24 * 60 * 60 * 1000;

export interface SetupOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly hasher?: PasswordHasher;
}

/**
 * Creates the first administrator (GAP-START-2). A lock, a second check and the deletion of all set-up links in the
 * same transaction ensure that at most one is created.
 */
export class SetupService {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #hasher: PasswordHasher;

  constructor({ db, clock, hasher = argon2Hasher }: SetupOptions) {
    this.#db = db;
    this.#clock = clock;
    this.#hasher = hasher;
  }

  async isNeeded(): Promise<boolean> {
    return (await new UserRepository(this.#db).count()) === 0;
  }

  /** Valid once within 24 hours. Each starting process may issue one; using one deletes all. */
  async issueLink(): Promise<string> {
    const now = this.#clock.now();
    const expiresAt = new Date(now.getTime() + linkLifetimeMs);
    return new OneTimeTokenRepository(this.#db).issue({ purpose: 'setup', now, expiresAt });
  }

  /** Throws `setup_link_invalid`, and `invalid_fields`, which leaves the token valid. */
  async createFirstAdministrator({
    token,
    ...fields
  }: AccountFields & { readonly token: string }): Promise<SignedIn> {
    // First, so that callers without a link learn no field rules and cost no hash.
    if (!(await this.#isUsableToken(this.#db, token))) throw invalidLink();
    const administrator = await this.#tryCreate(parseAccount(fields), (connection) =>
      this.#isUsableToken(connection, token),
    );
    if (!administrator) throw invalidLink();
    return administrator;
  }

  /** False when a user exists. Throws `invalid_fields`. */
  async createFromEnvironment(fields: {
    readonly username: string;
    readonly password: string;
  }): Promise<boolean> {
    // Invalid variables do not stop a site that has users from starting.
    if (!(await this.isNeeded())) return false;
    const administrator = await this.#tryCreate(parseAccount(fields), () => Promise.resolve(true));
    return administrator !== undefined;
  }

  #isUsableToken(db: Database, token: string): Promise<boolean> {
    return new OneTimeTokenRepository(db).isUsable('setup', token, this.#clock.now());
  }

  /** `undefined` when a user exists or `isAllowed` refuses; both are checked under the lock. */
  async #tryCreate(
    account: NewAccount,
    isAllowed: (connection: Database) => Promise<boolean>,
  ): Promise<SignedIn | undefined> {
    // Before the lock: hashing takes 100 ms, and every waiting process holds a connection.
    const passwordHash = await this.#hasher.hash(account.password);
    return withAdvisoryLock(this.#db, 'auth.first-administrator', (connection) =>
      connection.transaction().execute(async (transaction) => {
        const users = new UserRepository(transaction);
        if ((await users.count()) > 0 || !(await isAllowed(transaction))) return undefined;
        const { username, name, email } = account;
        const createdAt = this.#clock.now();
        await users.insert({ username, name, email, role: administratorRole, createdAt });
        await users.insertPassword(username, passwordHash, createdAt);
        await new OneTimeTokenRepository(transaction).removeAll('setup');
        const record = await new SignInRepository(transaction).findForSignIn(username);
        const { actor, securityVersion } = record!;
        await new DomainEventRepository(transaction).append([
          {
            type: 'user.created',
            at: createdAt,
            actor: username,
            subject: username,
            data: { role: administratorRole, enabled: true },
          },
        ]);
        return { actor, securityVersion, factorVerified: false };
      }),
    );
  }
}

function invalidLink(): Error {
  return authProblems.setup_link_invalid(
    'This set-up link is wrong, has been used, or is older than 24 hours. ' +
      'Restart Galley for a new one; if there is an administrator already, sign in.',
  );
}
