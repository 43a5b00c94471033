import type { Database } from '@galley/database';

/** Whose sessions may be acted on depends on what their role grants. */
export interface SessionOwner {
  readonly username: string;
  readonly capabilities: readonly string[];
}

/** Which sessions: those that everything given here holds for. */
export interface SessionSelection {
  readonly id?: string | undefined;
  /** This user's; with `roles`, also those of everybody who has one of them. */
  readonly username: string;
  readonly roles?: readonly string[] | undefined;
  /** All but this one. */
  readonly except?: string | undefined;
}

/** Ends sessions by what people choose them by; by what the cookie carries, `SessionRepository` does. */
export class SessionRevocationRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The user of a session, the user of this name, or with both the one who is both. */
  async findOwner(given: {
    readonly id?: string | undefined;
    readonly username?: string | undefined;
  }): Promise<SessionOwner | undefined> {
    const { id, username } = given;
    return this.#db
      .selectFrom('users')
      .innerJoin('roles', 'roles.name', 'users.role')
      .select(['users.username', 'roles.capabilities'])
      .$if(username !== undefined, (query) => query.where('users.username', '=', username!))
      .$if(id !== undefined, (query) =>
        query.where('users.username', 'in', (sessions) =>
          sessions.selectFrom('sessions').select('sessions.username').where('id', '=', id!),
        ),
      )
      .executeTakeFirst();
  }

  async roles(): Promise<{ name: string; capabilities: readonly string[] }[]> {
    return this.#db.selectFrom('roles').select(['name', 'capabilities']).execute();
  }

  /** Ends them, and returns the ids of those that were living: not expired, and of an enabled user. */
  async remove(selection: SessionSelection, now: Date): Promise<string[]> {
    const { id, username, roles, except } = selection;
    const rows = await this.#db
      .deleteFrom('sessions')
      .using('users')
      .whereRef('users.username', '=', 'sessions.username')
      .where((session) => {
        const theirs = session('sessions.username', '=', username);
        if (!roles) return theirs;
        return session.or([theirs, session('users.role', '=', session.fn.any(session.val(roles)))]);
      })
      .$if(id !== undefined, (query) => query.where('sessions.id', '=', id!))
      .$if(except !== undefined, (query) => query.where('sessions.id', '!=', except!))
      .returning(['sessions.id', 'sessions.expires_at', 'users.enabled'])
      .execute();
    return rows.filter((row) => row.enabled && row.expires_at > now).map((row) => row.id);
  }
}
