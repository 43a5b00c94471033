import { sql, type Kysely } from 'kysely';

const runs = `
create table workspaces (
  id text primary key,
  display_name text not null,
  repository text,
  created_at timestamptz not null
);

create table runs (
  id text primary key,
  seq bigint generated always as identity unique,
  workspace_id text references workspaces (id),
  goal text not null,
  status text not null,
  reason text,
  started_at timestamptz not null,
  ended_at timestamptz,
  transitioned_at timestamptz not null
);
create index runs_newest_of_workspace on runs (workspace_id, started_at desc, seq desc);
create index runs_newest_by_status on runs (workspace_id, status, started_at desc, seq desc);
create index runs_newest on runs (started_at desc, seq desc);
create index runs_in_progress on runs (seq)
  where status in ('starting', 'active', 'paused-intake', 'draining', 'degraded');

create table adapters (
  name text primary key,
  command text not null,
  supports_resume boolean not null,
  updated_at timestamptz not null
);

create table agents (
  id text primary key,
  role text not null,
  name text not null,
  adapter text not null,
  model text,
  command text not null,
  status text not null,
  enabled boolean not null,
  updated_at timestamptz not null
);

create table run_leases (
  run_id text primary key references runs (id) on delete cascade,
  epoch bigint not null,
  holder text not null,
  acquired_at timestamptz not null,
  expires_at timestamptz not null
);
`;

/** Free text in every status: what a value counts as is for the classification to say, here as there. */
const work = `
create table tasks (
  id text primary key,
  seq bigint generated always as identity unique,
  workspace_id text references workspaces (id),
  run_id text references runs (id),
  title text not null,
  description text not null,
  status text not null,
  assigned_agent_id text,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index tasks_unassigned on tasks (seq) where status = 'open' and assigned_agent_id is null;
create index tasks_unassigned_of_workspace on tasks (workspace_id, seq)
  where status = 'open' and assigned_agent_id is null;
create index tasks_active on tasks (seq) where status not in
  ('blocked', 'completed', 'done', 'closed', 'cancelled', 'canceled', 'failed');
create index tasks_active_of_workspace on tasks (workspace_id, seq) where status not in
  ('blocked', 'completed', 'done', 'closed', 'cancelled', 'canceled', 'failed');
create index tasks_blocked on tasks (seq) where status = 'blocked';
create index tasks_blocked_of_workspace on tasks (workspace_id, seq) where status = 'blocked';
create index tasks_of_workspace on tasks (workspace_id, seq);
create index tasks_ended_of_workspace on tasks (workspace_id, status, seq) where status in
  ('completed', 'done', 'closed', 'cancelled', 'canceled', 'failed');
create index tasks_of_run on tasks (run_id, seq) where run_id is not null;

create table proposals (
  id text primary key,
  seq bigint generated always as identity unique,
  workspace_id text references workspaces (id),
  run_id text references runs (id),
  task_id text references tasks (id),
  title text not null,
  body text not null,
  risk text not null,
  status text not null,
  proposed_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index proposals_pending on proposals (seq) where status = 'pending';
create index proposals_active on proposals (seq) where status in ('pending', 'in_review', 'revision_requested');
create index proposals_of_workspace on proposals (workspace_id, status, seq);
create index proposals_of_workspace_in_order on proposals (workspace_id, seq);
create index proposals_of_run on proposals (run_id, seq) where run_id is not null;

create table proposal_patches (
  seq bigint generated always as identity primary key,
  proposal_id text not null references proposals (id),
  sha256 text not null,
  base_revision text not null,
  patch text not null,
  attached_by text not null,
  attached_at timestamptz not null
);
create index proposal_patches_newest on proposal_patches (proposal_id, seq desc);

create table resource_claims (
  id text primary key,
  run_id text not null references runs (id),
  agent_id text not null,
  resource text not null,
  claimed_at timestamptz not null,
  expires_at timestamptz not null,
  released_at timestamptz
);
create index resource_claims_held on resource_claims (run_id, expires_at) where released_at is null;
create index resource_claims_held_by_end on resource_claims (expires_at) where released_at is null;

create table agent_sessions (
  id text primary key,
  run_id text not null references runs (id),
  agent_id text not null,
  status text not null,
  started_at timestamptz not null,
  ended_at timestamptz
);
create index agent_sessions_of_run on agent_sessions (run_id, status);

create table deliberations (
  id text primary key,
  workspace_id text references workspaces (id),
  run_id text references runs (id),
  topic text not null,
  status text not null,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index deliberations_going_on on deliberations (status) where status in ('active', 'running');
create index deliberations_newest_of_workspace on deliberations (workspace_id, created_at desc, id desc);
create index deliberations_newest_by_status on deliberations (workspace_id, status, created_at desc, id desc);
create index deliberations_of_run on deliberations (run_id, created_at desc, id desc) where run_id is not null;

create table approval_requests (
  id text primary key,
  run_id text references runs (id),
  proposal_id text references proposals (id),
  task_id text references tasks (id),
  status text not null,
  reason text,
  requested_by text not null,
  requested_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  patch_sha256 text,
  note text
);
create index approval_requests_of_proposal on approval_requests (proposal_id, status);
create index approval_requests_newest on approval_requests (requested_at desc, id desc);
create index approval_requests_newest_by_status on approval_requests (status, requested_at desc, id desc);
create index approval_requests_of_run on approval_requests (run_id, requested_at desc, id desc) where run_id is not null;
`;

const records = `
create table run_events (
  id bigint generated always as identity primary key,
  run_id text not null references runs (id),
  type text not null,
  payload jsonb not null,
  at timestamptz not null
);
create index run_events_of_run on run_events (run_id, id);
create index run_events_of_turns on run_events (run_id, id) where type like 'agent.turn\\_%';

create table run_snapshots (
  id text primary key,
  run_id text not null references runs (id),
  schema_version integer not null,
  projection jsonb not null,
  at timestamptz not null
);
create index run_snapshots_of_run on run_snapshots (run_id, at desc);

create table idempotency_keys (
  workspace_id text not null,
  actor text not null,
  method text not null,
  path text not null,
  key text not null,
  body_sha256 text not null,
  status integer,
  headers jsonb,
  body text,
  reserved_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (workspace_id, actor, method, path, key)
);
create index idempotency_keys_by_end on idempotency_keys (expires_at);
`;

/** Hints for whoever listens: what is not heard is seen when they next look. Events are told of a statement at once. */
const announcements = `
create function announce_run() returns trigger language plpgsql as $$
begin
  perform pg_notify('galley_runs', new.id);
  return null;
end
$$;
create trigger runs_begun after insert on runs for each row execute function announce_run();
create trigger runs_moved after update of status on runs for each row
  when (old.status is distinct from new.status) execute function announce_run();

create function announce_run_events() returns trigger language plpgsql as $$
begin
  perform pg_notify('galley_run_events', '');
  return null;
end
$$;
create trigger run_events_added after insert on run_events for each statement execute function announce_run_events();
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [runs, work, records, announcements]) await sql.raw(part).execute(db);
}
