import { sql, type Kysely } from 'kysely';

/** A consent has a single authorization code, so both share a row. */
const clients = `
create table mcp_clients (
  id text primary key,
  name text not null,
  redirect_uris text[] not null,
  registered_at timestamptz not null
);
create index mcp_clients_by_age on mcp_clients (registered_at, id);

create table mcp_grants (
  id text primary key,
  client_id text not null references mcp_clients (id) on delete cascade,
  workspace_id text not null references workspaces (id),
  agent_id text not null references agents (id),
  scopes text[] not null,
  resource text not null,
  granted_by text not null,
  granted_at timestamptz not null,
  code_hash text not null unique,
  code_challenge text not null,
  redirect_uri text not null,
  connected_at timestamptz,
  last_used_at timestamptz,
  expires_at timestamptz not null,
  revoked_by text,
  revoked_at timestamptz
);
create index mcp_grants_newest on mcp_grants (granted_at desc, id desc);
create index mcp_grants_by_end on mcp_grants (expires_at);
create index mcp_grants_of_client on mcp_grants (client_id);

create table mcp_refresh_tokens (
  token_hash text primary key,
  grant_id text not null references mcp_grants (id) on delete cascade,
  issued_at timestamptz not null,
  used_at timestamptz
);
create index mcp_refresh_tokens_of_grant on mcp_refresh_tokens (grant_id);
`;

const accessTokens = `
alter table worker_tokens add column grant_id text references mcp_grants (id) on delete cascade;
alter table worker_tokens add column resource text;
create index worker_tokens_of_grant on worker_tokens (grant_id) where grant_id is not null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [clients, accessTokens]) await sql.raw(part).execute(db);
}
