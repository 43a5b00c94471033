import { sql, type Kysely } from 'kysely';

/**
 * Budgets are `{turns, minutes, tokens, usd}`, each a number, null or missing for no limit. Servers of the release before
 * ignore them, and detect missing progress by the last hash only.
 */
const budgets = `
alter table runs
  add column budget jsonb,
  add column agent_budgets jsonb not null default '{}';
alter table agents add column budget jsonb;

create table run_progress (
  run_id text not null references runs (id) on delete cascade,
  sha256 text not null,
  primary key (run_id, sha256)
);

alter table questions add column about text;
create index agent_sessions_started on agent_sessions (run_id, agent_id);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(budgets).execute(db);
}
