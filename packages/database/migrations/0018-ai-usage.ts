import { sql, type Kysely } from 'kysely';

// Nothing of what was asked or answered: only who asked, when, and how much it was.
const usage = `
create table ai_usage (
  id bigint generated always as identity primary key,
  username text not null references users (username) on update cascade on delete cascade,
  started_at timestamptz not null,
  tokens integer not null check (tokens >= 0)
);
create index ai_usage_by_user on ai_usage (username, started_at desc);
create index ai_usage_oldest on ai_usage (started_at);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(usage).execute(db);
}
