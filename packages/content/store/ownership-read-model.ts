import { sql } from 'kysely';
import type { Database } from '@galley/database';

/** SQL condition; same rule as `owns` of the access rules. */
export function ownedBy(username: string) {
  return sql<boolean>`(author = ${username} or assignee = ${username})`;
}

export class OwnershipReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async countOf(username: string): Promise<number> {
    const { count } = await this.#selectInvolved(username)
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  async pathsOf(
    username: string,
    { after, limit }: { readonly after: string; readonly limit: number },
  ): Promise<string[]> {
    const rows = await this.#selectInvolved(username)
      .select('path')
      .where('path', '>', after)
      .orderBy('path')
      .limit(limit)
      .execute();
    return rows.map(({ path }) => path);
  }

  #selectInvolved(username: string) {
    return this.#db
      .selectFrom('documents')
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`(${ownedBy(username)} or reviewer = ${username})`);
  }
}
