import type { ColumnType, Generated } from 'kysely';

/** A `jsonb` column: any JSON value out, JSON text in. */
type Json<T> = ColumnType<T, string, string>;

export interface WorkspacesTable {
  id: string;
  display_name: string;
  /** Where its repository is; null when it has none. */
  repository: string | null;
  created_at: Date;
}

export interface RunsTable {
  id: string;
  seq: Generated<number>;
  /** Null of runs from before there were workspaces. */
  workspace_id: string | null;
  goal: string;
  status: string;
  /** Of the last outcome. */
  reason: string | null;
  started_at: Date;
  ended_at: Date | null;
  transitioned_at: Date;
}

/** What agents are started with, as the configuration has it. */
export interface AdaptersTable {
  name: string;
  command: string;
  /** Whether a session that ended can be gone on with. */
  supports_resume: boolean;
  updated_at: Date;
}

export interface AgentsTable {
  id: string;
  role: string;
  name: string;
  adapter: string;
  /** Null: the adapter's own choice. */
  model: string | null;
  command: string;
  status: string;
  enabled: boolean;
  updated_at: Date;
}

/** Who ticks a run; whoever takes over raises the epoch, and a writer with an older one is refused. */
export interface RunLeasesTable {
  run_id: string;
  epoch: number;
  holder: string;
  acquired_at: Date;
  expires_at: Date;
}

export interface TasksTable {
  id: string;
  /** The order of the database. */
  seq: Generated<number>;
  workspace_id: string | null;
  run_id: string | null;
  title: string;
  description: string;
  status: string;
  assigned_agent_id: string | null;
  /** How often it was assigned: who was assigned it before somebody else has a lower one. */
  fence: Generated<number>;
  created_by: string;
  created_at: Date;
  updated_at: Date;
}

export interface ProposalsTable {
  id: string;
  seq: Generated<number>;
  workspace_id: string | null;
  run_id: string | null;
  task_id: string | null;
  title: string;
  body: string;
  /** `low`, `medium` or `high`: high asks security to review, too. */
  risk: string;
  status: string;
  proposed_by: string;
  created_at: Date;
  updated_at: Date;
}

/** What a proposal would change; the newest counts. */
export interface ProposalPatchesTable {
  seq: Generated<number>;
  proposal_id: string;
  sha256: string;
  /** What the patch applies to. */
  base_revision: string;
  patch: string;
  attached_by: string;
  attached_at: Date;
}

/** What an agent has for itself alone, until it gives it back or the time is over. */
export interface ResourceClaimsTable {
  id: string;
  run_id: string;
  agent_id: string;
  resource: string;
  /** Of a later claim, of whatever, it is higher. */
  fence: Generated<number>;
  claimed_at: Date;
  expires_at: Date;
  released_at: Date | null;
}

export interface AgentSessionsTable {
  id: string;
  run_id: string;
  agent_id: string;
  status: string;
  started_at: Date;
  ended_at: Date | null;
}

export interface DeliberationsTable {
  id: string;
  workspace_id: string | null;
  run_id: string | null;
  topic: string;
  status: string;
  created_by: string;
  created_at: Date;
  updated_at: Date;
}

export interface ApprovalRequestsTable {
  id: string;
  run_id: string | null;
  proposal_id: string | null;
  task_id: string | null;
  status: string;
  /** What is to be approved, and why, in the words of who asks. */
  reason: string | null;
  requested_by: string;
  requested_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  /** Of the patch that was decided on; null of what has none, or is not decided. */
  patch_sha256: string | null;
  /** Of who decided. */
  note: string | null;
}

/** The main stream of events of runs; ids are in the order of the commits. */
export interface RunEventsTable {
  id: Generated<number>;
  run_id: string;
  type: string;
  payload: Json<unknown>;
  at: Date;
}

export interface RunSnapshotsTable {
  id: string;
  run_id: string;
  schema_version: number;
  projection: Json<unknown>;
  at: Date;
}

/** Answers to requests that may be sent again; without a status the first is still at it. */
export interface IdempotencyKeysTable {
  workspace_id: string;
  actor: string;
  method: string;
  path: string;
  key: string;
  body_sha256: string;
  status: number | null;
  headers: Json<Record<string, string>> | null;
  body: string | null;
  reserved_at: Date;
  expires_at: Date;
}

/** What lets an agent's worker in, for one run; stored by its SHA-256. */
export interface WorkerTokensTable {
  id: string;
  token_hash: string;
  run_id: string;
  agent_id: string;
  scopes: string[];
  created_by: string;
  created_at: Date;
  expires_at: Date;
  revoked_by: string | null;
  revoked_at: Date | null;
}

/** What an agent would do with a proposal; the last counts. */
export interface VotesTable {
  proposal_id: string;
  agent_id: string;
  decision: 'approve' | 'reject' | 'abstain';
  comment: string;
  /** Of the patch that was voted on; null where there was none. */
  patch_sha256: string | null;
  cast_at: Date;
}

export interface DeliberationPostsTable {
  id: string;
  seq: Generated<number>;
  deliberation_id: string;
  agent_id: string;
  body: string;
  posted_at: Date;
}

/** What agents of later runs of the workspace should know. */
export interface MemoriesTable {
  id: string;
  seq: Generated<number>;
  workspace_id: string | null;
  run_id: string;
  agent_id: string;
  topic: string;
  body: string;
  recorded_at: Date;
}

/** The tables of the run coordinator. */
export interface RunSchema {
  workspaces: WorkspacesTable;
  runs: RunsTable;
  adapters: AdaptersTable;
  agents: AgentsTable;
  run_leases: RunLeasesTable;
  tasks: TasksTable;
  proposals: ProposalsTable;
  proposal_patches: ProposalPatchesTable;
  resource_claims: ResourceClaimsTable;
  agent_sessions: AgentSessionsTable;
  deliberations: DeliberationsTable;
  approval_requests: ApprovalRequestsTable;
  run_events: RunEventsTable;
  run_snapshots: RunSnapshotsTable;
  idempotency_keys: IdempotencyKeysTable;
  worker_tokens: WorkerTokensTable;
  votes: VotesTable;
  deliberation_posts: DeliberationPostsTable;
  memories: MemoriesTable;
}
