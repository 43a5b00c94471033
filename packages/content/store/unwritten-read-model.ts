import { sql } from 'kysely';
import type { Database } from '@galley/database';

const unwritten = sql`
  select path from documents where not materialised and deleted_at is null
  union
  select documents.path from trash join documents on documents.id = trash.document_id
  where trash.state <> 'kept'`;

export class UnwrittenReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async count(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (${unwritten}) as unwritten`.execute(this.#db);
    return rows[0]!.count;
  }

  async listAfter(path: string, limit: number): Promise<string[]> {
    const { rows } = await sql<{ path: string }>`
      select path from (${unwritten}) as unwritten
      where path > ${path} order by path limit ${limit}`.execute(this.#db);
    return rows.map((row) => row.path);
  }

  async countAmong(paths: readonly string[]): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (${unwritten}) as unwritten
      where path = any(${paths})`.execute(this.#db);
    return rows[0]!.count;
  }
}
