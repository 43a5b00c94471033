import { sql, type Kysely } from 'kysely';

/** Acceptance of single hunks, and comments of people on lines of a patch. */
const hunks = `
alter table proposals add column decided_hunks jsonb;
alter table proposal_applications add column hunks jsonb;

create table proposal_comments (
  id text primary key,
  seq bigint generated always as identity,
  proposal_id text not null references proposals (id),
  patch_sha256 text not null,
  path text not null,
  side text not null check (side in ('old', 'new')),
  line integer not null check (line > 0),
  quote text not null,
  body text not null,
  author text not null,
  created_at timestamptz not null
);
create index proposal_comments_in_order on proposal_comments (proposal_id, seq);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(hunks).execute(db);
}
