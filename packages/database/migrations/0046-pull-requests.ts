import { sql, type Kysely } from 'kysely';

/** Pull requests of proposals, for recipes with `result: pull_request`. */
const pullRequests = `
alter table run_recipes add column result text not null default 'review'
  check (result in ('review', 'pull_request'));

create table proposal_pull_requests (
  proposal_id text primary key references proposals (id),
  workspace_id text not null,
  remote text not null,
  branch text not null,
  commits text[] not null default array[]::text[],
  committed_sha256 text,
  patch_sha256 text,
  number integer,
  url text,
  state text not null check (state in ('opening', 'open', 'merged', 'closed')),
  problem text,
  attempts integer not null default 0,
  next_at timestamptz not null,
  etag text,
  updated_at timestamptz not null
);
create index pull_requests_due on proposal_pull_requests (workspace_id, next_at)
  where state in ('opening', 'open');
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(pullRequests).execute(db);
}
