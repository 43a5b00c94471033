import { sql, type Kysely } from 'kysely';

/**
 * `base` is the body of `base_revision`, the newest saved revision that the text contains. Updates up to `saved_seq` are
 * in it; updates up to `snapshot_seq` are in the snapshot. A client id belongs to one person for good: others cannot
 * write under it.
 */
const rooms = `
create table rooms (
  document_id bigint primary key references documents on delete cascade,
  generation text not null,
  base_revision text not null,
  base bytea not null,
  saved_seq bigint not null default 0,
  last_seq bigint not null default 0,
  snapshot bytea not null,
  snapshot_seq bigint not null default 0,
  used_at timestamptz not null
);
create index rooms_by_use on rooms (used_at);

create table room_updates (
  document_id bigint not null references rooms on delete cascade,
  seq bigint not null,
  author text not null,
  data bytea not null,
  at timestamptz not null,
  primary key (document_id, seq)
);

create table room_writers (
  document_id bigint not null references rooms on delete cascade,
  client bigint not null,
  username text not null,
  last_seq bigint not null default 0,
  primary key (document_id, client)
);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(rooms).execute(db);
}
