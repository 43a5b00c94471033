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

const linkLifetimeMilliseconds = 24 * 60 * 60 * 1000;

export interface SetupOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly hasher?: PasswordHasher;
}

/**
 * The first administrator of a site without users (GAP-START-2). There is never more than one:
 * whoever makes it holds a lock of the database, looks again, and ends every set-up link in the same transaction.
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

  /** Whether there is no user yet. */
  async isNeeded(): Promise<boolean> {
    return (await new UserRepository(this.#db).count()) === 0;
  }

  /**
   * The token of a set-up link that works once within 24 hours. Each process that starts may issue its own;
   * all of them end when one is used.
   */
  async issueLink(): Promise<string> {
    const now = this.#clock.now();
    const expiresAt = new Date(now.getTime() + linkLifetimeMilliseconds);
    return new OneTimeTokenRepository(this.#db).issue({ purpose: 'setup', now, expiresAt });
  }

  /**
   * The administrator, as good as signed in. Throws `setup_link_invalid` when the token is wrong, used or expired, or
   * there is a user already, and `invalid_fields`, after which the token still works.
   */
  async createFirstAdministrator({
    token,
    ...fields
  }: AccountFields & { readonly token: string }): Promise<SignedIn> {
    // Before anything else, so that only who holds a link is told about fields and costs a hash.
    if (!(await this.#opens(this.#db, token))) throw linkInvalid();
    const administrator = await this.#create(parseAccount(fields), (connection) =>
      this.#opens(connection, token),
    );
    if (!administrator) throw linkInvalid();
    return administrator;
  }

  /**
   * Makes the administrator whom the environment names, and says whether it did: only while there is no user.
   * Throws `invalid_fields`.
   */
  async createFromEnvironment(fields: {
    readonly username: string;
    readonly password: string;
  }): Promise<boolean> {
    // A site that has users is not stopped from starting by what the environment still names.
    if (!(await this.isNeeded())) return false;
    const administrator = await this.#create(parseAccount(fields), () => Promise.resolve(true));
    return administrator !== undefined;
  }

  #opens(db: Database, token: string): Promise<boolean> {
    return new OneTimeTokenRepository(db).isUsable('setup', token, this.#clock.now());
  }

  /** Undefined when there is a user already or `isAllowed` says no, asked while nobody else can make one. */
  async #create(
    account: NewAccount,
    isAllowed: (connection: Database) => Promise<boolean>,
  ): Promise<SignedIn | undefined> {
    // Before the lock: it takes a tenth of a second, and those who wait for the lock hold a connection each.
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
        const made = await new SignInRepository(transaction).findForSignIn(username);
        const { actor, securityVersion } = made!;
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

function linkInvalid(): Error {
  return authProblems.setup_link_invalid(
    'This set-up link is wrong, has been used, or is older than 24 hours. ' +
      'Restart Galley for a new one; if there is an administrator already, sign in.',
  );
}
