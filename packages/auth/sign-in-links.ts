import type { Database } from '@galley/database';
import { sha256, type Clock } from '@galley/kernel';
import { OneTimeTokenRepository } from './one-time-token-repository.ts';
import { authProblems } from './problems.ts';
import { SignInRepository } from './sign-in-repository.ts';
import type { SignedIn } from './sign-in-service.ts';
import { UserRepository } from './user-repository.ts';
import { normalizeUsername } from './username.ts';

const lifetimeMs = 15 * 60_000;

/** The way back in from the command line of the server (ADD-SSO-8). An enabled second factor is still asked for. */
export class SignInLinks {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Works once, within 15 minutes. @throws `not_found` for an unknown or disabled user */
  async issue(given: string): Promise<{ readonly username: string; readonly token: string }> {
    const username = normalizeUsername(given);
    if (!(await new UserRepository(this.#db).findActor(username)))
      throw authProblems.not_found(`There is no enabled user "${username}".`);
    const now = this.#clock.now();
    const expiresAt = new Date(now.getTime() + lifetimeMs);
    const links = new OneTimeTokenRepository(this.#db);
    return { username, token: await links.issue({ purpose: 'sign_in', username, now, expiresAt }) };
  }

  /** @throws `sign_in_link_invalid` */
  async use(token: string): Promise<SignedIn> {
    const now = this.#clock.now();
    const record = await this.#db.transaction().execute(async (transaction) => {
      const links = new OneTimeTokenRepository(transaction);
      const username = await links.findUsername(token, now, 'sign_in');
      if (username === undefined) return undefined;
      const isUsed = await links.useHash(sha256(token), username, { now, purpose: 'sign_in' });
      return isUsed ? new SignInRepository(transaction).findForSignIn(username) : undefined;
    });
    if (!record)
      throw authProblems.sign_in_link_invalid(
        'This link is wrong, has been used, or is older than 15 minutes. Make a new one with: galley users sign-in-link',
      );
    const { actor, securityVersion } = record;
    return { actor, securityVersion, factorVerified: false };
  }
}
