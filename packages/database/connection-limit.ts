import { sql } from 'kysely';
import type { Database } from './database.ts';

export async function connectionLimit(db: Database): Promise<number> {
  const { rows } = await sql<{ connections: number }>`
    select current_setting('max_connections')::integer
      - current_setting('superuser_reserved_connections')::integer
      - coalesce(current_setting('reserved_connections', true)::integer, 0) as connections
  `.execute(db);
  return rows[0]!.connections;
}
