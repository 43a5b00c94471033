import { sql, type Kysely } from 'kysely';

/**
 * `identity_links` has no reference to `users`, and rows are never deleted: independence must hold for deleted accounts
 * and removed links too. `shared_accounts` has a row for each account that ever shared an identity with another one.
 */
const identities = `
create table identities (
  id text primary key,
  issuer text not null,
  subject text not null,
  username text not null references users (username) on update cascade on delete cascade,
  email text not null,
  linked_at timestamptz not null,
  last_used_at timestamptz,
  unique (issuer, subject)
);
create index identities_of_user on identities (username);
create table identity_links (
  id bigint generated always as identity primary key,
  issuer text not null,
  subject text not null,
  username text not null,
  action text not null check (action in ('linked', 'unlinked')),
  way text not null,
  actor text not null,
  at timestamptz not null
);
create index identity_links_of_identity on identity_links (issuer, subject);
create index identity_links_of_user on identity_links (username, at);
create table shared_accounts (
  username text primary key,
  person text not null
);
create index shared_accounts_of_person on shared_accounts (person);
`;

/** An attempt belongs to the browser with the secret in its cookie. */
const attempts = `
create table sign_in_attempts (
  state_hash text primary key,
  browser_hash text not null,
  provider text not null,
  purpose text not null check (purpose in ('sign_in', 'link', 'invitation', 'confirm')),
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  username text references users (username) on update cascade on delete cascade,
  invitation_hash text,
  expires_at timestamptz not null
);
create index sign_in_attempts_by_age on sign_in_attempts (expires_at);
create table provider_sign_ins (
  id text primary key,
  provider text not null,
  issuer text not null,
  subject text not null,
  sid text,
  sealed_id_token text not null,
  expires_at timestamptz not null
);
create index provider_sign_ins_of_subject on provider_sign_ins (issuer, subject);
create index provider_sign_ins_of_sid on provider_sign_ins (issuer, sid);
alter table sessions
  add column provider_sign_in text references provider_sign_ins (id) on delete cascade;
create index sessions_of_provider_sign_in on sessions (provider_sign_in);
create table logout_tokens (
  issuer text not null,
  jti text not null,
  expires_at timestamptz not null,
  primary key (issuer, jti)
);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [identities, attempts]) await sql.raw(part).execute(db);
}
