import { sql, type Kysely } from 'kysely';

const trash = `
create table trash (
  path text primary key,
  document_id bigint not null unique references documents (id) on delete cascade,
  state text not null check (state in ('moving', 'kept', 'leaving')),
  deleted_by text not null,
  deleted_at timestamptz not null
);
create index trash_newest on trash (deleted_at desc, path);
create index trash_unfinished on trash (document_id) where state <> 'kept';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(trash).execute(db);
}
