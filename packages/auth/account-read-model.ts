import type { Database } from '@galley/database';

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
  readonly hasSecondFactor: boolean;
}

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

  #select() {
    return this.#db.selectFrom('users').select((user) => {
      const has = (kind: 'password' | 'totp') =>
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
        has('totp').$castTo<boolean>().as('hasSecondFactor'),
      ];
    });
  }
}
