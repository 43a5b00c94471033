import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { newId, type Actor, type Capability } from '@galley/kernel';

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

export interface UserSearch {
  readonly q: string;
  readonly first: readonly string[];
  readonly capability?: Capability | undefined;
  readonly limit: number;
}

/** That a role grants all of these, everywhere. */
function holding(capabilities: readonly Capability[]) {
  const wanted = sql`${sql.val([...capabilities])}::text[]`;
  return sql<boolean>`(roles.capabilities @> ${wanted} or roles.capabilities @> array['*'])`;
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
    const [actor] = await this.listActors([username]);
    return actor;
  }

  /** Those of these names who are there and enabled. */
  async listActors(usernames: readonly string[]): Promise<Actor[]> {
    if (usernames.length === 0) return [];
    const rows = await this.#actors().where('users.username', 'in', usernames).execute();
    return rows.map(toActor);
  }

  /** The first `limit` by user name who are enabled and have all of the capabilities, everywhere. */
  async listActorsWith(capabilities: readonly Capability[], limit: number): Promise<Actor[]> {
    const rows = await this.#actors()
      .where(holding(capabilities))
      .orderBy('users.username')
      .limit(limit)
      .execute();
    return rows.map(toActor);
  }

  /**
   * The first `limit` who are enabled and have `q` in their name or user name: those named in `first` before the others,
   * then by name. With a capability, those alone who have it everywhere.
   */
  async search(query: UserSearch): Promise<Actor[]> {
    const { q, first, capability, limit } = query;
    const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
    const rows = await this.#actors()
      .where((of) =>
        of.or([of('users.name', 'ilike', pattern), of('users.username', 'ilike', pattern)]),
      )
      .$if(capability !== undefined, (found) => found.where(holding([capability!])))
      .orderBy(sql`users.username = any(${sql.val([...first])}::text[])`, 'desc')
      .orderBy(sql`lower(coalesce(nullif(users.name, ''), users.username))`)
      .orderBy('users.username')
      .limit(limit)
      .execute();
    return rows.map(toActor);
  }

  #actors() {
    return this.#db
      .selectFrom('users')
      .innerJoin('roles', 'roles.name', 'users.role')
      .select(['users.username', 'users.name', 'users.email', 'users.role', 'roles.capabilities'])
      .where('users.enabled', '=', true);
  }
}
