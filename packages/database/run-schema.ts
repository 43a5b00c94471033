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
  /** Null of runs that a release before 1.1 started; the audit log has it. */
  started_by: Generated<string | null>;
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
  /** Of the last decision that a person took on it, and the patch that they read. */
  decided_by: Generated<string | null>;
  decided_at: Generated<Date | null>;
  decision_note: Generated<string | null>;
  decided_patch_sha256: Generated<string | null>;
  rolled_back_at: Generated<Date | null>;
  rolled_back_by: Generated<string | null>;
}

/** A patch on its way into the repository, or out of it again; written before the branch is moved. */
export interface ProposalApplicationsTable {
  id: string;
  proposal_id: string;
  workspace_id: string;
  /** The application that this one takes back. */
  rollback_of: string | null;
  patch_sha256: string;
  base_revision: string;
  /** In full, such as `refs/heads/main`. */
  branch: string;
  parent_commit: string;
  tree_id: string;
  commit_id: string;
  /** What it does to which path. */
  files: Json<unknown>;
  state: 'applying' | 'applied' | 'undone';
  decided_by: string;
  address: string;
  request_id: string;
  note: string | null;
  started_at: Date;
  applied_at: Date | null;
}

/** Which patches the documents of the content tree were told of. */
export interface ProposalSubmissionsTable {
  proposal_id: string;
  patch_sha256: string;
  submitted_at: Date;
  /** Why they did not take it; null when they did. */
  refusal: string | null;
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
  /** Of the turn that it is for; null of what no supervisor has started, as all that follows. */
  request_event_id: number | null;
  /** Where it was started: a key of `supervisors`. */
  place: string | null;
  /** What the driver calls it. */
  external_id: string | null;
  token_id: string | null;
  /** How often it was tried to start it. */
  attempts: Generated<number>;
  /** When it was asked to end. */
  ending_at: Date | null;
  exit_code: number | null;
  end_reason: string | null;
  log_file: string | null;
}

/** Who starts agents in a place; whoever takes over raises the epoch, and a writer with an older one is refused. */
export interface SupervisorsTable {
  place: string;
  workspace_id: string;
  driver: string;
  /** What everything carries that was started there. */
  label: string;
  holder: string;
  epoch: number;
  acquired_at: Date;
  expires_at: Date;
  looked_at: Date | null;
  /** What was found at the last look. */
  status: Json<unknown> | null;
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

/** Which drafts of documents a proposal has become. */
export interface ProposalDocumentsTable {
  proposal_id: string;
  /** In the content tree. */
  path: string;
  patch_sha256: string;
  agent_id: string;
  /** The file as others left it; null when there was none. */
  before_text: string | null;
  /** Null until the draft is there. */
  document_id: number | null;
  revision: string | null;
  approved_by: string | null;
  /** Of the decision that approved it, when that was one on the proposal. */
  decision_id: string | null;
  submitted_at: Date;
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
  proposal_applications: ProposalApplicationsTable;
  proposal_submissions: ProposalSubmissionsTable;
  proposal_documents: ProposalDocumentsTable;
  resource_claims: ResourceClaimsTable;
  agent_sessions: AgentSessionsTable;
  supervisors: SupervisorsTable;
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
