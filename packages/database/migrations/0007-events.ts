import { sql, type Kysely } from 'kysely';

const events = `
create table domain_events (
  id bigint generated always as identity primary key,
  type text not null,
  at timestamptz not null,
  actor text not null,
  subject text not null,
  data jsonb not null
);
create index domain_events_by_time on domain_events (at);

create table event_cursors (
  consumer text primary key,
  last_id bigint not null
);
`;

const schedules = `
create index documents_due_to_publish on documents (scheduled_publish_at)
  where status = 'scheduled' and scheduled_publish_at is not null and deleted_at is null;
create index documents_due_to_unpublish on documents (scheduled_unpublish_at)
  where public_hash is not null and scheduled_unpublish_at is not null and deleted_at is null;

create table missed_schedules (
  document_id bigint not null references documents (id) on delete cascade,
  act text not null check (act in ('publish', 'unpublish')),
  due_at timestamptz not null,
  reason text not null,
  noticed_at timestamptz not null,
  tried_at timestamptz not null,
  primary key (document_id, act)
);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(events).execute(db);
  await sql.raw(schedules).execute(db);
}
