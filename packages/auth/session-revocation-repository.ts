import type { Database } from '@galley/database';

/** The capabilities decide who may end the sessions. */
export interface SessionOwner {
  readonly username: string;
  readonly capabilities: readonly string[];
}

/** Combined with AND. */
export interface SessionSelection {
  readonly id?: string | undefined;
  /** With `roles`, also the sessions of every user with one of them. */
  readonly username: string;
  readonly roles?: readonly string[] | undefined;
  readonly except?: string | undefined;
}

export class SessionRevocationRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** With both criteria, the user who matches both. */
  async findOwner(criteria: {
    readonly id?: string | undefined;
    readonly username?: string | undefined;
  }): Promise<SessionOwner | undefined> {
    const { id, username } = criteria;
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

  /** Returns the ids of the active ones (unexpired, of an enabled user). */
  async remove(selection: SessionSelection, now: Date): Promise<string[]> {
    const { id, username, roles, except } = selection;
    const rows = await this.#db
      .deleteFrom('sessions')
      .using('users')
      .whereRef('users.username', '=', 'sessions.username')
      .where((session) => {
        const isOwn = session('sessions.username', '=', username);
        if (!roles) return isOwn;
        return session.or([isOwn, session('users.role', '=', session.fn.any(session.val(roles)))]);
      })
      .$if(id !== undefined, (query) => query.where('sessions.id', '=', id!))
      .$if(except !== undefined, (query) => query.where('sessions.id', '!=', except!))
      .returning(['sessions.id', 'sessions.expires_at', 'users.enabled'])
      .execute();
    return rows.filter((row) => row.enabled && row.expires_at > now).map((row) => row.id);
  }
}
