import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { fenced, type RunFence } from './lease-repository.ts';
import { setsEnd } from './settlement.ts';

export interface Run {
  readonly id: string;
  readonly workspaceId: string | null;
  readonly goal: string;
  readonly state: string;
  /** The outcome of the last tick; null before the first. */
  readonly reason: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly transitionedAt: Date;
}

export interface RunInProgress {
  readonly id: string;
  readonly workspaceId: string | null;
  /** Milliseconds until its lease runs out; 0 when nobody has it. */
  readonly heldFor: number;
}

export interface RunMove {
  readonly id: string;
  /** What the run is moved from: nothing happens when it is in another state by then. */
  readonly from: string;
  readonly to: string;
  readonly reason: string | null;
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

  /** The newest run of a workspace that is in one of the states. */
  findNewest(workspaceId: string | null, states: readonly string[]): Promise<Run | undefined> {
    return this.#db
      .selectFrom('runs')
      .select(columns)
      .where('workspace_id', workspaceId === null ? 'is' : '=', workspaceId)
      .where('status', 'in', states)
      .orderBy('started_at', 'desc')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  /** Those of all workspaces in some of the states that `runs_in_progress` knows, oldest first. */
  listInProgress(states: readonly string[]): Promise<RunInProgress[]> {
    return this.#db
      .selectFrom('runs')
      .leftJoin('run_leases', 'run_leases.run_id', 'runs.id')
      .select(['runs.id', 'workspace_id as workspaceId'])
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

  /** For whoever holds the lease; `run_fenced` for others, and when there is no such run. */
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

  /** Its state, which nobody changes before this transaction ends. */
  async holdState(id: string, hold: 'as it is' | 'to change it' = 'as it is'): Promise<string> {
    const run = this.#db.selectFrom('runs').select('status').where('id', '=', id);
    const { status } = await (
      hold === 'as it is' ? run.forShare() : run.forNoKeyUpdate()
    ).executeTakeFirstOrThrow();
    return status;
  }

  /** Changes state and reason; the end is that of the new state. False when the run is in another state by now. */
  async move({ id, from, to, reason, now }: RunMove): Promise<boolean> {
    const isNews = from !== to;
    const { numUpdatedRows } = await this.#db
      .updateTable('runs')
      .set({
        status: to,
        reason,
        ...(isNews && { ended_at: setsEnd(to) ? now : null, transitioned_at: now }),
      })
      .where('id', '=', id)
      .where('status', '=', from)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
