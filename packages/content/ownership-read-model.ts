import { sql } from 'kysely';
import type { Database } from '@galley/database';

/** That a row of `documents` is somebody's own: they are its owner or its assignee. As `owns` of the access rules. */
export function ownedBy(username: string) {
  return sql<boolean>`(author = ${username} or assignee = ${username})`;
}

/** Whose the documents are, as the index knows it: living ones only, by the `author` of their frontmatter and by who is assigned. */
export class OwnershipReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async countOwnedBy(username: string): Promise<number> {
    const { owned } = await this.#owned(username)
      .select(sql<number>`count(*)`.as('owned'))
      .executeTakeFirstOrThrow();
    return owned;
  }

  /** Paths in their order, the next `limit` that come behind `after`. */
  async pathsOwnedBy(
    username: string,
    { after, limit }: { readonly after: string; readonly limit: number },
  ): Promise<string[]> {
    const rows = await this.#owned(username)
      .select('path')
      .where('path', '>', after)
      .orderBy('path')
      .limit(limit)
      .execute();
    return rows.map(({ path }) => path);
  }

  #owned(username: string) {
    return this.#db
      .selectFrom('documents')
      .where('deleted_at', 'is', null)
      .where(ownedBy(username));
  }
}
