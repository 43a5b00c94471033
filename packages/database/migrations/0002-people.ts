import { sql, type Kysely } from 'kysely';

const signIn = `
alter table users add column security_version integer not null default 0;

alter table sessions rename column mfa_complete to factor_verified;
alter table sessions add column confirmed_at timestamptz;
update sessions set factor_verified = false, confirmed_at = issued_at;
alter table sessions alter column confirmed_at set not null;

drop index credentials_one_password;
create unique index credentials_one_of_kind on credentials (username, kind)
  where kind in ('password', 'totp', 'totp_setup');
create index credentials_by_user on credentials (username, kind);

alter table one_time_tokens
  add column username text references users (username) on update cascade on delete cascade;
create index one_time_tokens_by_user on one_time_tokens (username);

create table api_tokens (
  id text primary key,
  token_hash text not null unique,
  username text not null references users (username) on update cascade on delete cascade,
  name text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_addr text
);
create index api_tokens_by_user on api_tokens (username);
create index api_tokens_by_end on api_tokens (expires_at);

create table sign_in_throttles (
  scope text not null check (scope in ('pair', 'user', 'address')),
  username text not null,
  address text not null,
  failures timestamptz[] not null,
  locked_until timestamptz,
  updated_at timestamptz not null,
  primary key (scope, username, address)
);
create index sign_in_throttles_by_age on sign_in_throttles (updated_at);
`;

/**
 * Nobody changes or removes an entry, whatever role asks; what is younger than 30 days is not even pruned.
 * The role of the application, where it is not the owner, may add and read (see `grantApplication`).
 */
const audit = `
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  target text not null,
  outcome text not null check (outcome in ('success', 'denied')),
  address text not null,
  request_id text not null,
  details jsonb not null
);
create index audit_newest on audit_entries (at desc, id desc);
create index audit_by_actor on audit_entries (actor, at desc, id desc);
create index audit_by_action on audit_entries (action, at desc, id desc);
create index audit_by_target on audit_entries (target, at desc, id desc);

create function keep_audit_entries() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '30 days' then
    return old;
  end if;
  raise exception 'audit_entries is append-only: % is refused', tg_op using errcode = 'insufficient_privilege';
end
$$;
create trigger keep_audit_entries before update or delete on audit_entries
  for each row execute function keep_audit_entries();
create trigger keep_all_audit_entries before truncate on audit_entries
  for each statement execute function keep_audit_entries();
alter table audit_entries enable always trigger keep_audit_entries;
alter table audit_entries enable always trigger keep_all_audit_entries;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(signIn).execute(db);
  await sql.raw(audit).execute(db);
  await createPruning(db);
}

/**
 * Runs with the owner's rights. Its table is named with the schema, and no temporary object of the caller comes before
 * what it means: otherwise a temporary table of that name, with a trigger, would run the caller's code as the owner.
 */
async function createPruning(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  const entries = sql.id(rows[0]!.schema, 'audit_entries');
  await sql`
    create function prune_audit_entries(before timestamptz) returns bigint
      language sql security definer set search_path = pg_catalog, pg_temp
      begin atomic
        with gone as (
          delete from ${entries} where at < least(before, now() - interval '30 days') returning 1
        )
        select count(*) from gone;
      end
  `.execute(db);
  await sql`revoke all on function prune_audit_entries(timestamptz) from public`.execute(db);
}
