import { sql, type Kysely } from 'kysely';

/** Ids are in the order of time. */
const entries = `
create table form_entries (
  id text primary key,
  form text not null,
  submitted_at timestamptz not null,
  page text not null,
  lang text not null,
  fields jsonb not null,
  bytes integer not null
);
create index form_entries_of_form on form_entries (form, id) include (bytes, submitted_at);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(entries).execute(db);
}
