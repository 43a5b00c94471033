import type { Database } from '@galley/database';

export interface LinkChangeRecord {
  readonly username: string;
  readonly action: 'linked' | 'unlinked';
  readonly at: Date;
}

/** Shows reviewers whose sign-ins changed (ADD-SSO-4). */
export class LinkChangesReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Newest first, at most 100. */
  list(usernames: readonly string[], since: Date): Promise<LinkChangeRecord[]> {
    if (usernames.length === 0) return Promise.resolve([]);
    return this.#db
      .selectFrom('identity_links')
      .select(['username', 'action', 'at'])
      .where('username', 'in', usernames)
      .where('at', '>=', since)
      .orderBy('at', 'desc')
      .limit(100)
      .execute();
  }
}
