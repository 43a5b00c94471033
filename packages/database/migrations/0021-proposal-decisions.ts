import { sql, type Kysely } from 'kysely';

const decisions = `
alter table proposals
  add column decided_by text,
  add column decided_at timestamptz,
  add column decision_note text,
  add column decided_patch_sha256 text,
  add column rolled_back_at timestamptz,
  add column rolled_back_by text;
`;

/** Written before a branch is moved, so that whoever finds it half done knows the rest. */
const applications = `
create table proposal_applications (
  id text primary key,
  proposal_id text not null references proposals (id),
  workspace_id text not null references workspaces (id),
  rollback_of text references proposal_applications (id),
  patch_sha256 text not null,
  base_revision text not null,
  branch text not null,
  parent_commit text not null,
  tree_id text not null,
  commit_id text not null,
  files jsonb not null,
  state text not null check (state in ('applying', 'applied', 'undone')),
  decided_by text not null,
  address text not null,
  request_id text not null,
  note text,
  started_at timestamptz not null,
  applied_at timestamptz
);
create unique index proposal_applications_one_at_a_time on proposal_applications (workspace_id)
  where state = 'applying';
create unique index proposal_applications_once on proposal_applications (proposal_id)
  where state <> 'undone' and rollback_of is null;
create unique index proposal_applications_one_rollback on proposal_applications (rollback_of)
  where state <> 'undone' and rollback_of is not null;
`;

/** Which patches the documents of the content tree have been told of. */
const submissions = `
create table proposal_submissions (
  proposal_id text not null references proposals (id),
  patch_sha256 text not null,
  submitted_at timestamptz not null,
  refusal text,
  primary key (proposal_id, patch_sha256)
);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [decisions, applications, submissions]) await sql.raw(part).execute(db);
}
