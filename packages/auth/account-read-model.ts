import type { Database } from '@galley/database';
import type { SecondFactorKind } from './second-factor-kinds.ts';
import { servicePattern } from './service-pattern.ts';

export interface Account {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly enabled: boolean;
  readonly createdAt: Date;
  /** Null before the first sign-in. */
  readonly lastLogin: Date | null;
  readonly hasPassword: boolean;
  readonly hasTotp: boolean;
  readonly hasPasskey: boolean;
  readonly isEmailVerified: boolean;
}

/** A person to whom a link or a notice is sent. */
export interface AccountToLink extends Pick<
  Account,
  'username' | 'name' | 'email' | 'hasPassword'
> {
  /** Empty for the language of the site. */
  readonly language: string;
  /** Empty for the time zone of the site. */
  readonly timeZone: string;
}

/** Accounts of people, without service accounts. */
export class AccountReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  list(): Promise<Account[]> {
    return this.#select().orderBy('username').execute();
  }

  find(username: string): Promise<Account | undefined> {
    return this.#select().where('username', '=', username).executeTakeFirst();
  }

  /** Enabled accounts with this user name or, in any case, e-mail address; only those with an address. */
  async listWithAddress(given: string, limit: number): Promise<AccountToLink[]> {
    const accounts = await this.#select()
      .select(['language', 'time_zone as timeZone'])
      .where((user) =>
        user.or([
          user('username', '=', given),
          user(user.fn<string>('lower', ['email']), '=', given.toLowerCase()),
        ]),
      )
      .where('enabled', '=', true)
      .where('email', '!=', '')
      .orderBy('username')
      .limit(limit)
      .execute();
    return accounts;
  }

  /** Also disabled accounts. */
  listByEmail(email: string, limit: number): Promise<Account[]> {
    return this.#select()
      .where((user) => user(user.fn<string>('lower', ['email']), '=', email.toLowerCase()))
      .orderBy('username')
      .limit(limit)
      .execute();
  }

  findWithLanguage(username: string): Promise<AccountToLink | undefined> {
    return this.#select()
      .select(['language', 'time_zone as timeZone'])
      .where('username', '=', username)
      .executeTakeFirst();
  }

  #select() {
    const people = this.#db.selectFrom('users').where('username', 'not like', servicePattern);
    return people.select((user) => {
      const has = (kind: 'password' | SecondFactorKind) =>
        user.exists(
          user
            .selectFrom('credentials')
            .select('id')
            .whereRef('credentials.username', '=', 'users.username')
            .where('kind', '=', kind),
        );
      return [
        'username',
        'name',
        'email',
        'role',
        'enabled',
        'created_at as createdAt',
        'last_login_at as lastLogin',
        has('password').$castTo<boolean>().as('hasPassword'),
        has('totp').$castTo<boolean>().as('hasTotp'),
        has('passkey').$castTo<boolean>().as('hasPasskey'),
        user('email_verified_at', 'is not', null).$castTo<boolean>().as('isEmailVerified'),
      ];
    });
  }
}
