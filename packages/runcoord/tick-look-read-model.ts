import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { isDependent } from './dependencies/dependency-conditions-read-model.ts';
import type { RunFence } from './lease-repository.ts';
import type { WorkLeft } from './outcome.ts';
import type { Run } from './run-repository.ts';
import { isActiveProposal, isActiveTask, isBlockedTask } from './status-conditions-read-model.ts';
import { inScope, type WorkScope } from './work-scope-read-model.ts';

/** Turns are not included: they come from the run's events. */
export type TasksAndProposals = Omit<WorkLeft, 'hasOutstandingTurn'>;

export interface TickLook {
  readonly run: Run;
  /** Turns requested up to this event do not count as failed. */
  readonly resumedAfter: number;
  /** Whether the run has later events. */
  readonly hasNews: boolean;
  readonly work: TasksAndProposals;
  /** Without tasks that depend on others. */
  readonly isTaskWaiting: boolean;
  readonly hasDependentTasks: boolean;
  readonly isProposalWaiting: boolean;
  readonly hasTurnEvents: boolean;
}

export interface LookRequest {
  readonly fence: RunFence;
  readonly scope: WorkScope;
  readonly afterEvent: number;
}

type Row = Run & TasksAndProposals & Omit<TickLook, 'run' | 'work'>;

/** Uses a single statement, so that a run without work costs a single query. */
export class TickLookReadModel {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /**
   * `undefined` if the lease is lost. Each subquery takes the first row of an index without finished work: with
   * `exists`, the planner may scan any number of finished tasks.
   */
  async find({ fence, scope, afterEvent }: LookRequest): Promise<TickLook | undefined> {
    const of = inScope(scope);
    const { rows } = await sql<Row>`
      select runs.id, runs.workspace_id as "workspaceId", goal, runs.status as state, reason,
        coalesce(resumed_after_event_id, 0) as "resumedAfter",
        exists (select from run_events where run_events.run_id = ${fence.runId}
          and run_events.id > coalesce(resumed_after_event_id, 0)) as "hasNews", started_at as "startedAt", ended_at as "endedAt", transitioned_at as "transitionedAt",
        exists (select from tasks where ${of}) as "hasTasks",
        exists (select from proposals where ${of}) as "hasProposals",
        (select seq from tasks where ${of} and ${isActiveTask} order by seq limit 1) is not null
        or (select seq from proposals where ${of} and ${isActiveProposal} order by seq limit 1) is not null
          as "hasActiveWork",
        (select seq from tasks where ${of} and ${isBlockedTask} order by seq limit 1) is not null
          as "hasBlockedTasks",
        exists (select from questions where run_id = ${fence.runId} and answered_at is null) as "hasOpenQuestion",
        (select seq from tasks where ${of} and status = 'open' and assigned_agent_id is null and depends_on = '{}'
          order by seq limit 1) is not null as "isTaskWaiting",
        (select seq from tasks where ${of} and ${isDependent} order by seq limit 1) is not null as "hasDependentTasks",
        (select seq from proposals where ${of} and status = 'pending' order by seq limit 1) is not null
          as "isProposalWaiting",
        (select run_events.id from run_events where run_events.run_id = ${fence.runId} and run_events.id > ${afterEvent}
          and type like 'agent.turn\\_%' order by run_events.id limit 1) is not null as "hasTurnEvents"
      from runs join run_leases on run_leases.run_id = runs.id
      where runs.id = ${fence.runId} and epoch = ${fence.epoch}
    `.execute(this.#db);
    const [row] = rows;
    return row && arranged(row);
  }
}

function arranged(row: Row): TickLook {
  const { hasTasks, hasProposals, hasActiveWork, hasBlockedTasks, hasOpenQuestion, ...rest } = row;
  const { resumedAfter, hasNews, isTaskWaiting, hasDependentTasks, ...others } = rest;
  const { isProposalWaiting, hasTurnEvents, ...run } = others;
  const work = { hasTasks, hasProposals, hasActiveWork, hasBlockedTasks, hasOpenQuestion };
  const waiting = { isTaskWaiting, hasDependentTasks, isProposalWaiting };
  return { run, resumedAfter, hasNews, work, ...waiting, hasTurnEvents };
}
