import { sql } from 'kysely';
import type { Database } from './database.ts';

export async function currentUser(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_user::text as name`.execute(db);
  return rows[0]!.name;
}
