import { sql, type Kysely } from 'kysely';

const users = `
alter table users
  add column email_verified_at timestamptz,
  add column time_zone text not null default '',
  add column notices jsonb not null default '{}';
alter table one_time_tokens add column email text;
`;

/** The newest row of a person is the current request; earlier ones are kept as long as they can be undone. */
const emailChanges = `
create table email_changes (
  id text primary key,
  username text not null references users (username) on update cascade on delete cascade,
  email text not null,
  previous_email text not null,
  requested_at timestamptz not null,
  confirm_hash text unique,
  stop_hash text unique,
  confirmed_at timestamptz,
  stopped_at timestamptz
);
create index email_changes_of_user on email_changes (username, requested_at);
create index email_changes_by_age on email_changes (requested_at);
`;

const knownDevices = `
create table known_devices (
  token_hash text primary key,
  username text not null references users (username) on update cascade on delete cascade,
  signed_in_at timestamptz not null
);
create index known_devices_of_user on known_devices (username);
create index known_devices_by_age on known_devices (signed_in_at);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [users, emailChanges, knownDevices]) await sql.raw(part).execute(db);
}
