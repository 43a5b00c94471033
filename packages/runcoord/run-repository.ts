import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { fenced, type RunFence } from './lease-repository.ts';
import { setsEnd } from './run-state-decision.ts';

export interface Run {
  readonly id: string;
  readonly workspaceId: string | null;
  readonly goal: string;
  readonly state: string;
  readonly reason: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly transitionedAt: Date;
}

export interface RunInProgress {
  readonly id: string;
  readonly state: string;
  readonly reason: string | null;
  readonly workspaceId: string | null;
  /** Milliseconds until the lease expires; 0 without a holder. */
  readonly heldFor: number;
  /** Turns requested up to this event do not count as failed. */
  readonly resumedAfter: number;
}

export interface UnblockedRun {
  readonly id: string;
  readonly workspaceId: string | null;
  readonly lastEventId: number;
  readonly isHeld: boolean;
}

export interface RunMove {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string | null;
  /** Sentence about the reason. */
  readonly detail?: string;
  readonly now: Date;
}

const columns = [
  'id',
  'workspace_id as workspaceId',
  'goal',
  'status as state',
  'reason',
  'started_at as startedAt',
  'ended_at as endedAt',
  'transitioned_at as transitionedAt',
] as const;

export class RunRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  find(id: string): Promise<Run | undefined> {
    return this.#db.selectFrom('runs').select(columns).where('id', '=', id).executeTakeFirst();
  }

  findNewest(
    workspaceId: string | null,
    states: readonly string[],
    goal?: string,
  ): Promise<Run | undefined> {
    return this.#db
      .selectFrom('runs')
      .select(columns)
      .where('workspace_id', workspaceId === null ? 'is' : '=', workspaceId)
      .where('status', 'in', states)
      .$if(goal !== undefined, (query) => query.where('goal', '=', goal!))
      .orderBy('started_at', 'desc')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  /** Oldest first. The index `runs_in_progress` has to cover the states. */
  listInProgress(states: readonly string[]): Promise<RunInProgress[]> {
    return this.#db
      .selectFrom('runs')
      .leftJoin('run_leases', 'run_leases.run_id', 'runs.id')
      .select(['runs.id', 'workspace_id as workspaceId', 'status as state', 'reason'])
      .select((select) =>
        select.fn.coalesce('resumed_after_event_id', sql<number>`0`).as('resumedAfter'),
      )
      .select(
        sql<number>`coalesce(greatest(extract(epoch from expires_at - clock_timestamp()), 0) * 1000, 0)::float8`.as(
          'heldFor',
        ),
      )
      .where(
        sql<boolean>`status in ('starting', 'active', 'paused-intake', 'draining', 'degraded')`,
      )
      .where('status', 'in', states)
      .orderBy('seq')
      .execute();
  }

  /** Blocked runs with later events, oldest first. */
  async listUnblocked(): Promise<UnblockedRun[]> {
    const { rows } = await sql<UnblockedRun>`
      select runs.id, workspace_id as "workspaceId", last.id as "lastEventId",
        coalesce(expires_at > clock_timestamp(), false) as "isHeld"
      from runs left join run_leases on run_leases.run_id = runs.id
        cross join lateral (select run_events.id, type from run_events
          where run_events.run_id >= runs.id and run_events.run_id <= runs.id
          order by run_events.run_id desc, run_events.id desc limit 1) as last
      where status = 'blocked' and last.type <> 'orchestrator.blocked'
      order by seq
    `.execute(this.#db);
    return rows;
  }

  /** @throws `run_fenced` if the lease is lost or the run does not exist. */
  async getFenced({ runId, epoch }: RunFence): Promise<Run> {
    const run = await this.#db
      .selectFrom('runs')
      .innerJoin('run_leases', 'run_leases.run_id', 'runs.id')
      .select(columns)
      .where('runs.id', '=', runId)
      .where('run_leases.epoch', '=', epoch)
      .executeTakeFirst();
    if (!run) throw fenced(runId);
    return run;
  }

  /** Locked until the end of the transaction. */
  async holdState(id: string, hold: 'as it is' | 'to change it' = 'as it is'): Promise<string> {
    const run = this.#db.selectFrom('runs').select('status').where('id', '=', id);
    const { status } = await (
      hold === 'as it is' ? run.forShare() : run.forNoKeyUpdate()
    ).executeTakeFirstOrThrow();
    return status;
  }

  /** Sets the end time for the new state. Returns false if the run is in another state than `from`. */
  async move({ id, from, to, reason, detail, now }: RunMove): Promise<boolean> {
    const isNews = from !== to;
    const { numUpdatedRows } = await this.#db
      .updateTable('runs')
      .set({
        status: to,
        reason,
        reason_detail: detail ?? null,
        ...(isNews && { ended_at: setsEnd(to) ? now : null, transitioned_at: now }),
      })
      .where('id', '=', id)
      .where('status', '=', from)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
