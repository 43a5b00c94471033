import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { fenced, type RunFence } from './lease-repository.ts';
import { setsEnd } from './run-state-decision.ts';

export interface Run {
  readonly id: string;
  readonly workspaceId: string | null;
  readonly goal: string;
  readonly state: string;
  /** Outcome of the last tick; null before the first. */
  readonly reason: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly transitionedAt: Date;
}

export interface RunInProgress {
  readonly id: string;
  readonly workspaceId: string | null;
  /** Milliseconds until the lease expires; 0 without a holder. */
  readonly heldFor: number;
}

export interface RunMove {
  readonly id: string;
  /** Expected current state: the move does nothing if the run is in another state. */
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

  /**
   * Runs of all workspaces in the given states, oldest first. The states have to be covered by the index
   * `runs_in_progress`.
   */
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

  /** Returns the run to the lease holder. @throws `run_fenced` for others and if the run does not exist. */
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

  /** Returns the state and locks it until the end of the transaction. */
  async holdState(id: string, hold: 'as it is' | 'to change it' = 'as it is'): Promise<string> {
    const run = this.#db.selectFrom('runs').select('status').where('id', '=', id);
    const { status } = await (
      hold === 'as it is' ? run.forShare() : run.forNoKeyUpdate()
    ).executeTakeFirstOrThrow();
    return status;
  }

  /**
   * Changes state and reason, and sets the end time for the new state. Returns false if the run is in another state.
   */
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
