import type { ColumnType, Generated } from 'kysely';
import type { CheckTables } from './check-schema.ts';
import type { McpTables } from './mcp-schema.ts';
import type { ProposalTables } from './proposal-schema.ts';
import type { RecipeTables } from './recipe-schema.ts';
import type { TasksTable } from './task-schema.ts';

type Json<T> = ColumnType<T, string, string>;
type OptionalJson = ColumnType<unknown, string | null | undefined, string | null>;

export interface WorkspacesTable {
  id: string;
  display_name: string;
  repository: string | null;
  created_at: Date;
}

export interface RunsTable {
  id: string;
  seq: Generated<number>;
  /** Null for runs from before workspaces existed. */
  workspace_id: string | null;
  goal: string;
  /** Null for runs started by a release before 1.1; the audit log has their starter. */
  started_by: Generated<string | null>;
  status: string;
  reason: string | null;
  started_at: Date;
  ended_at: Date | null;
  transitioned_at: Date;
  /** Sentence about `reason`, for people. */
  reason_detail: Generated<string | null>;
  /** Turns requested up to this event count neither as failures nor as missing progress. */
  resumed_after_event_id: Generated<number | null>;
  /** Used by earlier releases only. */
  progress_sha256: Generated<string | null>;
  /** Round of turns in which the work last reached a new state (`run_progress`). */
  progress_turns: Generated<number | null>;
  /** Null: no limits. */
  budget: OptionalJson;
  /** Budgets by agent that replace those of `agents` in this run. */
  agent_budgets: OptionalJson;
}

/** Hashes of all states of the work at which a turn was scheduled. */
export interface RunProgressTable {
  run_id: string;
  sha256: string;
}

export interface AdaptersTable {
  name: string;
  command: string;
  /** Whether an ended session can be resumed. */
  supports_resume: boolean;
  updated_at: Date;
}

export interface AgentsTable {
  id: string;
  role: string;
  name: string;
  adapter: string;
  /** Null for the adapter's default. */
  model: string | null;
  command: string;
  status: string;
  enabled: boolean;
  updated_at: Date;
  /** For the turns of the agent in one run; null: no limits. */
  budget: OptionalJson;
}

/** Lease to tick a run. Each takeover increments `epoch`, and writes with an older epoch are refused. */
export interface RunLeasesTable {
  run_id: string;
  epoch: number;
  holder: string;
  acquired_at: Date;
  expires_at: Date;
}

/** From an agent to people; open until it has an answer. */
export interface QuestionsTable {
  id: string;
  seq: Generated<number>;
  workspace_id: string | null;
  run_id: string;
  agent_id: string;
  text: string;
  choices: string[];
  due_at: Date | null;
  asked_at: Date;
  answer: string | null;
  answered_by: string | null;
  answered_at: Date | null;
  /** Set if the coordinator asks: the reason for which it has paused the run. */
  about: Generated<string | null>;
}

export interface ResourceClaimsTable {
  id: string;
  run_id: string;
  agent_id: string;
  resource: string;
  /** Increases across all resources. */
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
  /** Null, like the following columns, for sessions not started by a supervisor. */
  request_event_id: number | null;
  /** Key of `supervisors`. */
  place: string | null;
  external_id: string | null;
  token_id: string | null;
  attempts: Generated<number>;
  ending_at: Date | null;
  exit_code: number | null;
  end_reason: string | null;
  log_file: string | null;
  /** Bytes of the log whose events are stored; -1 until the prompt is stored. */
  log_position: Generated<number>;
  /** Also counts removed events. */
  event_count: Generated<number>;
  event_bytes: Generated<number>;
  events_removed_at: Generated<Date | null>;
  /** Sums of the usage events, like the next two columns. */
  input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  /** Null if the program reports no cost. */
  usd: Generated<number | null>;
  model: Generated<string | null>;
  /** Code of the last error event. */
  failure: Generated<string | null>;
}

export interface SessionEventsTable {
  session_id: string;
  seq: number;
  kind: string;
  /** The event without its kind. */
  payload: Json<unknown>;
  at: Date;
}

/** Fenced by `epoch`, like `run_leases`. */
export interface SupervisorsTable {
  place: string;
  workspace_id: string;
  driver: string;
  label: string;
  holder: string;
  epoch: number;
  acquired_at: Date;
  expires_at: Date;
  looked_at: Date | null;
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
  reason: string | null;
  requested_by: string;
  requested_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  /** Null without a patch or a decision. */
  patch_sha256: string | null;
  note: string | null;
}

/** Ids follow the order of commits. */
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

/** A row without a status is a request still running. */
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
  /** The consent that an access token of a connected client comes from; null for other tokens. */
  grant_id: Generated<string | null>;
  /** Address that the token is for; null if any. */
  resource: Generated<string | null>;
}

/** The last vote of an agent counts. */
export interface VotesTable {
  proposal_id: string;
  agent_id: string;
  decision: 'approve' | 'reject' | 'abstain';
  comment: string;
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

export interface RunSchema extends CheckTables, McpTables, ProposalTables, RecipeTables {
  workspaces: WorkspacesTable;
  runs: RunsTable;
  adapters: AdaptersTable;
  agents: AgentsTable;
  run_progress: RunProgressTable;
  run_leases: RunLeasesTable;
  tasks: TasksTable;
  questions: QuestionsTable;
  resource_claims: ResourceClaimsTable;
  agent_sessions: AgentSessionsTable;
  session_events: SessionEventsTable;
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
