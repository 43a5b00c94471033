import type { Database } from '@galley/database';

/**
 * Ends sessions on security changes. A sign-in reads `security_version` with the password, and
 * `SessionRepository.create` checks it under a lock of the user's row. A change raises it under the same lock before it
 * deletes sessions. So no session of an earlier sign-in outlives the change.
 */
export class SecurityChangeRepository {
  readonly #db: Database;

  /** A transaction that also holds the change itself. */
  constructor(db: Database) {
    this.#db = db;
  }

  /** Call before writing the change. Returns the new version; `undefined` for an unknown user. */
  async begin(username: string, keepSessionId?: string): Promise<number | undefined> {
    const row = await this.#db
      .updateTable('users')
      .set((users) => ({ security_version: users('security_version', '+', 1) }))
      .where('username', '=', username)
      .returning('security_version')
      .executeTakeFirst();
    if (!row) return undefined;
    await this.#db
      .deleteFrom('sessions')
      .where('username', '=', username)
      .$if(keepSessionId !== undefined, (query) => query.where('id', '!=', keepSessionId!))
      .execute();
    return row.security_version;
  }
}
