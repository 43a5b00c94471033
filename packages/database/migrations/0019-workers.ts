import { sql, type Kysely } from 'kysely';

const tokens = `
create table worker_tokens (
  id text primary key,
  token_hash text not null unique,
  run_id text not null references runs (id),
  agent_id text not null references agents (id),
  scopes text[] not null,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_by text,
  revoked_at timestamptz
);
create index worker_tokens_newest on worker_tokens (created_at desc, id desc);
create index worker_tokens_by_end on worker_tokens (expires_at);
`;

/** Whoever was assigned a task, or holds a resource, before somebody else has a lower fence than they. */
const fences = `
alter table tasks add column fence bigint not null default 0;

alter table resource_claims add column fence bigint generated always as identity;
update resource_claims as older set released_at = older.expires_at
  where older.released_at is null and exists (
    select from resource_claims as newer
    where newer.run_id = older.run_id and newer.resource = older.resource and newer.released_at is null
      and newer.fence > older.fence);
create unique index resource_claims_one_holder on resource_claims (run_id, resource) where released_at is null;
`;

const work = `
create table votes (
  proposal_id text not null references proposals (id),
  agent_id text not null,
  decision text not null check (decision in ('approve', 'reject', 'abstain')),
  comment text not null,
  patch_sha256 text,
  cast_at timestamptz not null,
  primary key (proposal_id, agent_id)
);

create table deliberation_posts (
  id text primary key,
  seq bigint generated always as identity unique,
  deliberation_id text not null references deliberations (id),
  agent_id text not null,
  body text not null,
  posted_at timestamptz not null
);
create index deliberation_posts_in_order on deliberation_posts (deliberation_id, seq);

create table memories (
  id text primary key,
  seq bigint generated always as identity unique,
  workspace_id text references workspaces (id),
  run_id text not null references runs (id),
  agent_id text not null,
  topic text not null,
  body text not null,
  recorded_at timestamptz not null
);
create index memories_by_words on memories using gin (
  (setweight(to_tsvector('simple', topic), 'A') || setweight(to_tsvector('simple', body), 'B')));
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [tokens, fences, work]) await sql.raw(part).execute(db);
}
