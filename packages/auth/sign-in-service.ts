import type { Database } from '@galley/database';
import type { Actor, Clock } from '@galley/kernel';
import { argon2Hasher, unmatchableHash, type PasswordHasher } from './password-hash.ts';
import { authProblems } from './problems.ts';
import { UserRepository } from './user-repository.ts';
import { isUsername, normalizeUsername } from './username.ts';

export interface SignInOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly hasher?: PasswordHasher;
}

export class SignInService {
  readonly #users: UserRepository;
  readonly #clock: Clock;
  readonly #hasher: PasswordHasher;
  readonly #unmatchable = unmatchableHash();

  constructor({ db, clock, hasher = argon2Hasher }: SignInOptions) {
    this.#users = new UserRepository(db);
    this.#clock = clock;
    this.#hasher = hasher;
  }

  /**
   * Who this user name and password belong to. Throws `invalid_credentials`, the same and after the same work,
   * for an unknown user, a wrong password and a disabled user: the answer tells nobody which names exist.
   */
  async authenticate(input: {
    readonly username: string;
    readonly password: string;
  }): Promise<Actor> {
    const username = normalizeUsername(input.username);
    const record = isUsername(username) ? await this.#users.findForSignIn(username) : undefined;
    const matches = await this.#hasher.verify(
      input.password,
      record?.passwordHash ?? this.#unmatchable,
    );
    // The update has the last word on `enabled`: the account may have been disabled while the hash was computed.
    const signedIn =
      matches && record?.enabled && (await this.#users.touchLogin(username, this.#clock.now()));
    if (!record || !signedIn) {
      throw authProblems.invalid_credentials('The user name or the password is wrong.');
    }
    return record.actor;
  }
}
