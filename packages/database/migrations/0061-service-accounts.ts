import { sql, type Kysely } from 'kysely';

/** Rows of `users` whose names begin with `service:`, a prefix that no name of a person can have (ADD-SVC-1). */
const accounts = `
create table service_accounts (
  username text primary key references users (username) on update cascade on delete cascade,
  description text not null,
  responsible text references users (username) on update cascade on delete set null
    check (not starts_with(responsible, 'service:')),
  responsible_role text references roles (name) on update cascade on delete set null,
  created_by text not null
);

-- Everyone who has ever had a secret of the account. Without references: it also counts for deleted accounts.
create table service_token_holders (
  service text not null,
  username text not null,
  since timestamptz not null,
  primary key (service, username)
);
`;

/** Triggers, since a check on existing columns would be a contraction. */
const nobodySignsIn = `
create function refuse_service_account() returns trigger language plpgsql as $$
begin
  raise exception 'a service account has no row of this kind in %', tg_table_name using errcode = 'check_violation';
end $$;
create trigger only_people before insert or update of username on sessions
  for each row when (starts_with(new.username, 'service:')) execute function refuse_service_account();
create trigger only_people before insert or update of username on credentials
  for each row when (starts_with(new.username, 'service:')) execute function refuse_service_account();
create trigger only_people before insert or update of username on one_time_tokens
  for each row when (starts_with(new.username, 'service:')) execute function refuse_service_account();
create trigger no_administrator before insert or update of username, role on users
  for each row when (starts_with(new.username, 'service:') and new.role = 'admin')
  execute function refuse_service_account();
`;

/** A revoked token can be restored for a while. `created_by` is null where the owner created the token. */
const tokens = `
alter table api_tokens
  add column created_by text,
  add column address_ranges text[] not null default '{}',
  add column rotated_at timestamptz,
  add column previous_hash text unique,
  add column previous_expires_at timestamptz,
  add column previous_used_at timestamptz,
  add column revoked_at timestamptz,
  add column revoked_by text,
  add column warned_days integer,
  add check ((previous_hash is null) = (previous_expires_at is null)),
  add check ((revoked_at is null) = (revoked_by is null));
`;

/** A byline names people. */
const bylines = `
create or replace function published_name_author() returns trigger language plpgsql as $$
begin
  new.author_name := (select name from users where username = new.author and not starts_with(username, 'service:'));
  new.author_pictures := byline_pictures(new.author, new.params -> 'authors');
  return new;
end $$;
`;

/** About an account, or a token, whose name is the `subject`, instead of a document. */
const notifications = `
alter table notifications alter column document_id drop not null,
  add column subject text,
  drop constraint notifications_type_check,
  add constraint notifications_type_check check (type in (
    'review_requested', 'assigned', 'approved', 'changes_requested', 'schedule_missed', 'published', 'new_device',
    'token_expiring'));
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [accounts, nobodySignsIn, tokens, bylines, notifications])
    await sql.raw(part).execute(db);
}
