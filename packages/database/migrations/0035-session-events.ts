import { sql, type Kysely } from 'kysely';

/**
 * `log_position`: bytes of the log whose events are stored; -1 until the prompt is stored. Servers of the release
 * before record no events.
 */
const sessionEvents = `
alter table agent_sessions
  add column log_position bigint not null default -1,
  add column event_count integer not null default 0,
  add column event_bytes bigint not null default 0,
  add column events_removed_at timestamptz,
  add column input_tokens bigint not null default 0,
  add column output_tokens bigint not null default 0,
  add column usd double precision,
  add column model text,
  add column failure text;
create index agent_sessions_with_old_events on agent_sessions (ended_at)
  where event_count > 0 and events_removed_at is null;

create table session_events (
  session_id text not null references agent_sessions (id) on delete cascade,
  seq integer not null,
  kind text not null,
  payload jsonb not null,
  at timestamptz not null,
  primary key (session_id, seq)
);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(sessionEvents).execute(db);
}
