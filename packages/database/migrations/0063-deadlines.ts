import { sql, type Kysely } from 'kysely';

/** Apart from `documents`: a deadline changes neither text nor approval. `reminded` is the last reminder sent for `due_on`. */
const deadlines = `
create table deadlines (
  document_id bigint primary key references documents (id) on delete cascade,
  due_on date not null,
  set_by text not null,
  set_at timestamptz not null,
  reminded text check (reminded in ('due_soon', 'overdue'))
);
create index deadlines_by_day on deadlines (due_on);
`;

const calendarFeeds = `
create table calendar_feeds (
  username text primary key references users (username) on update cascade on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null
);
`;

/** Only the code writes types, and each new one would need another migration. */
const notifications = 'alter table notifications drop constraint notifications_type_check;';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [deadlines, calendarFeeds, notifications]) await sql.raw(part).execute(db);
}
