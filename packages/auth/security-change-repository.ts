import type { Database } from '@galley/database';

/**
 * Ends sessions when a password, role or second factor changes, or a user is disabled or deleted.
 *
 * A sign-in reads `security_version` when it checks the password, and creates its session only if
 * the version is unchanged, under a lock of the user's row (`SessionRepository.create`). A change
 * raises the version under the same lock before it deletes sessions. So every session is created
 * before the change and deleted by it, or not created at all.
 */
export class SecurityChangeRepository {
  readonly #db: Database;

  /** Expects a transaction that also holds the change itself. */
  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Raises the user's security version and ends their sessions except `keepSessionId`. Call before
   * writing the change. Returns the new version; `undefined` for an unknown user.
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
