import type { Generated } from 'kysely';

export interface TasksTable {
  id: string;
  seq: Generated<number>;
  workspace_id: string | null;
  run_id: string | null;
  title: string;
  description: string;
  status: string;
  assigned_agent_id: string | null;
  /** Incremented by each assignment, so that an earlier assignee holds a lower one. */
  fence: Generated<number>;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  /** Why it has its status. */
  note: Generated<string | null>;
  /** Person who does it instead of agents. */
  taken_over_by: Generated<string | null>;
  /** Ids of tasks of the same run that have to be done first. */
  depends_on: Generated<string[]>;
  /** Patterns of paths in the repository that its proposals may change; empty: all. */
  paths: Generated<string[]>;
  /** Names of the checks of its proposals. */
  checks: Generated<string[]>;
  /** The dependency for which a tick has blocked it. */
  blocked_by: Generated<string | null>;
}
