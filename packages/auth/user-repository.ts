import type { Database } from '@galley/database';
import { newId, type Actor } from '@galley/kernel';

export interface NewUser {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly createdAt: Date;
}

/** The columns of `users` and `roles` that make an actor. */
export interface ActorRow {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly capabilities: readonly string[];
}

export function toActor({ username, name, email, role, capabilities }: ActorRow): Actor {
  return { kind: 'user', username, name, email, role, grants: new Set(capabilities) };
}

/** Users and their credentials. User names are expected as they are stored, in lower case. */
export class UserRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** How many users there are, enabled or not. */
  async count(): Promise<number> {
    const { count } = await this.#db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  async insert({ username, name, email, role, createdAt }: NewUser): Promise<void> {
    await this.#db
      .insertInto('users')
      .values({ username, name, email, role, created_at: createdAt })
      .execute();
  }

  /** Gives a user who has no password one. */
  async insertPassword(username: string, passwordHash: string, at: Date): Promise<void> {
    await this.#db
      .insertInto('credentials')
      .values({
        id: newId(at.getTime()),
        username,
        kind: 'password',
        data: JSON.stringify({ hash: passwordHash }),
        created_at: at,
        updated_at: at,
      })
      .execute();
  }

  /** The user with what the role grants; undefined when there is none of that name or it is disabled. */
  async findActor(username: string): Promise<Actor | undefined> {
    const row = await this.#db
      .selectFrom('users')
      .innerJoin('roles', 'roles.name', 'users.role')
      .select(['users.username', 'users.name', 'users.email', 'users.role', 'roles.capabilities'])
      .where('users.username', '=', username)
      .where('users.enabled', '=', true)
      .executeTakeFirst();
    return row && toActor(row);
  }
}
