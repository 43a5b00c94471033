import { sql, type Kysely } from 'kysely';

const notifications = `
create table notifications (
  id bigint generated always as identity primary key,
  username text not null references users (username) on update cascade on delete cascade,
  event_id bigint not null,
  type text not null check (type in (
    'review_requested', 'assigned', 'approved', 'changes_requested', 'schedule_missed', 'published')),
  document_id bigint not null references documents (id) on delete cascade,
  actor text not null,
  note text,
  revision text,
  at timestamptz not null,
  read_at timestamptz,
  unique (username, event_id)
);
create index notifications_newest on notifications (username, id desc);
create index notifications_unread on notifications (username, id desc) where read_at is null;
create index notifications_oldest on notifications (at);
create index notifications_oldest_read on notifications (at) where read_at is not null;
create index notifications_by_document on notifications (document_id);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(notifications).execute(db);
}
