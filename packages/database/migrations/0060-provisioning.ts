import { sql, type Kysely } from 'kysely';

/** Identifiers in SCIM must never be used again, and a user name may be. */
const identifiers = `
alter table users add column scim_id uuid not null default gen_random_uuid();
create unique index users_scim_id on users (scim_id);
`;

/** `user_name` is the name at the directory, in any case. A row with `deleted_at` is invisible to it. */
const provisionedUsers = `
create table provisioned_users (
  username text primary key references users (username) on update cascade on delete cascade,
  user_name text not null,
  external_id text,
  given_name text not null default '',
  family_name text not null default '',
  formatted_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create unique index provisioned_users_name on provisioned_users (lower(user_name));
create index provisioned_users_external on provisioned_users (external_id);
`;

const groups = `
create table provisioned_groups (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  external_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index provisioned_groups_name on provisioned_groups (lower(name));

create table provisioned_group_members (
  group_id uuid not null references provisioned_groups (id) on delete cascade,
  username text not null references users (username) on update cascade on delete cascade,
  primary key (group_id, username)
);
create index provisioned_group_members_of_user on provisioned_group_members (username);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [identifiers, provisionedUsers, groups]) await sql.raw(part).execute(db);
}
