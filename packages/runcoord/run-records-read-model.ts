import { sql, type RawBuilder } from 'kysely';
import type { Database } from '@galley/database';
import { isApprovalOf } from './approval-repository.ts';
import type { Budget } from './budgets/budget.ts';
import { behind, inListOrder, type ListedTable } from './list-order-read-model.ts';
import type { RecordQuery } from './record-page.ts';
import {
  isActiveProposal,
  isActiveTask,
  isBlockedTask,
  isTerminalTask,
} from './status-conditions-read-model.ts';

export interface RunRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly goal: string;
  readonly status: string;
  /** Outcome of the last tick; null before the first. */
  readonly reason: string | null;
  /** Sentence about the reason; null if it needs none. */
  readonly reasonDetail: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly transitionedAt: Date;
  readonly budget: Budget;
  /** Null, like `parameters`, for a run that no recipe started. */
  readonly recipe: string | null;
  readonly parameters: Readonly<Record<string, string>> | null;
}

/** Counts of open work: tasks, proposals and approvals of the workspace; everything else of the run. */
export interface RunCensus {
  readonly tasksActive: number;
  readonly tasksBlocked: number;
  readonly tasksTerminal: number;
  readonly tasksAssigned: number;
  readonly proposalsActive: number;
  readonly approvalsRequested: number;
  readonly agentsActive: number;
  readonly claimsHeld: number;
  readonly lastEventId: number | null;
}

const columns = [
  'id',
  sql<string>`workspace_id`.as('workspaceId'),
  'goal',
  'status',
  'reason',
  'reason_detail as reasonDetail',
  'started_at as startedAt',
  'ended_at as endedAt',
  'transitioned_at as transitionedAt',
  sql<Budget>`coalesce(budget, '{}')`.as('budget'),
  sql<string | null>`(select recipe from run_recipes where run_id = runs.id)`.as('recipe'),
  sql<RunRecord['parameters']>`(select parameters from run_recipes where run_id = runs.id)`.as(
    'parameters',
  ),
] as const;

// Literal values instead of parameters: the planner uses a partial index only if it can see that its condition holds.

function countOf(
  table: 'tasks' | 'proposals',
  workspaceId: string,
  condition: RawBuilder<unknown>,
) {
  return sql`(select count(*) from ${sql.table(table)} where workspace_id = ${workspaceId} and ${condition})`;
}

export class RunRecordsReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  list({ workspaceId, status, after, limit }: RecordQuery): Promise<RunRecord[]> {
    return this.#db
      .selectFrom('runs')
      .select(columns)
      .where('workspace_id', '=', workspaceId)
      .$if(status !== undefined, (query) => query.where('status', '=', status!))
      .where(behind('runs', after))
      .orderBy(inListOrder('runs'))
      .limit(limit)
      .execute();
  }

  find(workspaceId: string, id: string): Promise<RunRecord | undefined> {
    return this.#db
      .selectFrom('runs')
      .select(columns)
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
  }

  /** Uses a single statement, so that the numbers are consistent. */
  async count(workspaceId: string, runId: string, now: Date): Promise<RunCensus> {
    const { rows } = await sql<RunCensus>`
      select
        ${countOf('tasks', workspaceId, isActiveTask)} as "tasksActive",
        ${countOf('tasks', workspaceId, isBlockedTask)} as "tasksBlocked",
        ${countOf('tasks', workspaceId, isTerminalTask)} as "tasksTerminal",
        ${countOf('tasks', workspaceId, sql`${isActiveTask} and assigned_agent_id is not null`)} as "tasksAssigned",
        ${countOf('proposals', workspaceId, isActiveProposal)} as "proposalsActive",
        (select count(*) from approval_requests
          where status = 'requested' and ${isApprovalOf(workspaceId)}) as "approvalsRequested",
        (select count(*) from agent_sessions
          where run_id = ${runId} and status in ('active', 'running')) as "agentsActive",
        (select count(*) from resource_claims
          where run_id = ${runId} and released_at is null and expires_at > ${now}) as "claimsHeld",
        (select id from run_events where run_id >= ${runId} and run_id <= ${runId}
          order by run_id desc, id desc limit 1) as "lastEventId"
    `.execute(this.#db);
    return rows[0]!;
  }

  async has(table: ListedTable, id: string): Promise<boolean> {
    const { rows } = await sql`select from ${sql.table(table)} where id = ${id}`.execute(this.#db);
    return rows.length > 0;
  }
}
