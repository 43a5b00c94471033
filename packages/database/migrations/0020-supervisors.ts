import { sql, type Kysely } from 'kysely';

/** A turn is launched once, by whichever supervisor comes first. */
const sessions = `
alter table agent_sessions
  add column request_event_id bigint references run_events (id),
  add column place text,
  add column external_id text,
  add column token_id text,
  add column attempts integer not null default 0,
  add column ending_at timestamptz,
  add column exit_code integer,
  add column end_reason text,
  add column log_file text;
create unique index agent_sessions_one_of_turn on agent_sessions (request_event_id)
  where request_event_id is not null;
create index agent_sessions_living on agent_sessions (place)
  where place is not null and status in ('starting', 'running');
create index agent_sessions_newest on agent_sessions (run_id, started_at desc, id desc);
`;

/** A place is where agents are started: an engine of containers, or a machine and a project on it. */
const supervisors = `
create table supervisors (
  place text primary key,
  workspace_id text not null,
  driver text not null,
  label text not null unique,
  holder text not null,
  epoch bigint not null,
  acquired_at timestamptz not null,
  expires_at timestamptz not null,
  looked_at timestamptz,
  status jsonb
);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [sessions, supervisors]) await sql.raw(part).execute(db);
}
