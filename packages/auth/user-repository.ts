import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { newId, type Actor, type Capability } from '@galley/kernel';
import { servicePattern } from './service-pattern.ts';

export interface NewUser {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly createdAt: Date;
}

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

function grantsAll(capabilities: readonly Capability[]) {
  const wanted = sql`${sql.val([...capabilities])}::text[]`;
  return sql<boolean>`(roles.capabilities @> ${wanted} or roles.capabilities @> array['*'])`;
}

export function toActor({ username, name, email, role, capabilities }: ActorRow): Actor {
  return { kind: 'user', username, name, email, role, grants: new Set(capabilities) };
}

/** People; expects normalised (lower-case) user names. */
export class UserRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Including disabled ones. */
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

  /** Also `undefined` for a disabled user. */
  async findActor(username: string): Promise<Actor | undefined> {
    const [actor] = await this.listActors([username]);
    return actor;
  }

  /** Only enabled users. */
  async listActors(usernames: readonly string[]): Promise<Actor[]> {
    if (usernames.length === 0) return [];
    const rows = await this.#actors().where('users.username', 'in', usernames).execute();
    return rows.map(toActor);
  }

  /** Enabled users with all capabilities for all documents, by user name. */
  async listActorsWith(capabilities: readonly Capability[], limit: number): Promise<Actor[]> {
    const rows = await this.#actors()
      .where(grantsAll(capabilities))
      .orderBy('users.username')
      .limit(limit)
      .execute();
    return rows.map(toActor);
  }

  /** Users in `first` come before the others. `capability` must be granted for all documents. */
  async search(query: UserSearch): Promise<Actor[]> {
    const { q, first, capability, limit } = query;
    const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
    const rows = await this.#actors()
      .where((eb) =>
        eb.or([eb('users.name', 'ilike', pattern), eb('users.username', 'ilike', pattern)]),
      )
      .$if(capability !== undefined, (query) => query.where(grantsAll([capability!])))
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
      .where('users.enabled', '=', true)
      .where('users.username', 'not like', servicePattern);
  }
}
