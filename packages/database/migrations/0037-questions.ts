import { sql, type Kysely } from 'kysely';

const questions = `
create table questions (
  id text primary key,
  seq bigint generated always as identity,
  workspace_id text references workspaces (id),
  run_id text not null references runs (id),
  agent_id text not null,
  text text not null,
  choices text[] not null,
  due_at timestamptz,
  asked_at timestamptz not null,
  answer text,
  answered_by text,
  answered_at timestamptz
);
create index questions_in_order on questions (workspace_id, seq desc);
create index questions_open on questions (run_id) where answered_at is null;

alter table tasks add column note text;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(questions).execute(db);
}
