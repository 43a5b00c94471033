import { sql, type Kysely } from 'kysely';

/** Person who does a task instead of agents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tasks add column taken_over_by text`.execute(db);
}
