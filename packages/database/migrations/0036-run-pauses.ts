import { sql, type Kysely } from 'kysely';

/** State of runs from which the coordinator decides to pause them. Rows of earlier releases have none. */
const statements = [
  `alter table runs
    add column reason_detail text,
    add column resumed_after_event_id bigint,
    add column progress_sha256 text,
    add column progress_turns integer`,
  `create index runs_blocked on runs (seq) where status = 'blocked'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
