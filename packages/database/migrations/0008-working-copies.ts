import { sql, type Kysely } from 'kysely';

// One copy a person and document, or a person and key of a document that is yet to be made. `json` and not `jsonb`:
// the frontmatter keeps the order of its keys.
const workingCopies = `
create table working_copies (
  id bigint generated always as identity primary key,
  username text not null references users (username) on update cascade on delete cascade,
  document_id bigint references documents (id) on delete cascade,
  draft_key text,
  title text,
  content text not null,
  frontmatter json,
  base_revision text,
  saved_at timestamptz not null,
  check (num_nonnulls(document_id, draft_key) = 1),
  unique nulls not distinct (document_id, username, draft_key)
);
create index working_copies_newest on working_copies (username, saved_at desc, id desc);
create index working_copies_by_age on working_copies (saved_at);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(workingCopies).execute(db);
}
