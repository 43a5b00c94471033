import { sql, type Kysely } from 'kysely';

/** A pending message is due at `due_at`, which is later while an attempt is under way. */
const mails = `
create table mails (
  id text primary key,
  kind text not null,
  recipient text not null,
  username text references users (username) on update cascade on delete cascade,
  sealed_content text,
  status text not null check (status in ('pending', 'sent', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz check ((due_at is null) = (status <> 'pending')),
  created_at timestamptz not null,
  last_attempt_at timestamptz,
  expires_at timestamptz,
  error text
);
create index mails_due on mails (due_at) where status = 'pending';
create index mails_by_age on mails (created_at);
create index mails_of_user on mails (username, created_at);
`;

const language = `
alter table users add column language text not null default '';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [mails, language]) await sql.raw(part).execute(db);
}
