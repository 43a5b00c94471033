import { sql, type Kysely } from 'kysely';

const previewLinks = `
create table preview_links (
  id text primary key,
  document_id bigint not null references documents (id) on delete cascade,
  hash text,
  created_by text not null references users (username) on update cascade on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_opened_at timestamptz,
  opened integer not null default 0,
  revoked_at timestamptz
);
create index preview_links_newest on preview_links (document_id, created_at desc, id desc);
create index preview_links_by_maker on preview_links (created_by);
create index preview_links_by_end on preview_links (expires_at);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(previewLinks).execute(db);
}
