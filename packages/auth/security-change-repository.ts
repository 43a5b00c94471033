import type { Database } from '@galley/database';

/**
 * What ends sessions: a change of password, role or second factor, disabling, deleting.
 *
 * A sign-in reads `security_version` when it checks the password, and makes its session only while the version is
 * still the same, under a lock of the user's row (`SessionRepository.create`). A change raises the version under the
 * same lock before it deletes sessions. So a session is either made before, and deleted here, or not made at all.
 */
export class SecurityChangeRepository {
  readonly #db: Database;

  /** `db` is a transaction: the change itself and the end of the sessions come together. */
  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Raises the user's version and ends their sessions, except one when it is named. To be called before the change
   * itself is written. The new version, or undefined when there is no such user.
   */
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
