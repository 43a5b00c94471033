import { sql } from 'kysely';
import type { Database } from '@galley/database';

/** A run as far as transitions depend on it. */
export interface ControlledRun {
  readonly id: string;
  readonly state: string;
  readonly startedAt: Date;
}

export interface Workspace {
  readonly id: string;
  readonly displayName: string;
  /** Where its repository is. */
  readonly repository?: string | undefined;
}

export interface NewRun {
  readonly workspaceId: string;
  readonly goal: string;
  readonly startedAt: Date;
  readonly startedBy: string;
}

export interface StateChange {
  readonly runId: string;
  readonly from: string;
  readonly to: string;
  readonly at: Date;
  readonly endedAt: Date | undefined;
}

/** Workspaces and the states of their runs; on a pool, or in a transaction. */
export class RunControlRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async upsertWorkspace({ id, displayName, repository }: Workspace, at: Date): Promise<void> {
    const row = { display_name: displayName, repository: repository ?? null };
    await this.#db
      .insertInto('workspaces')
      .values({ id, ...row, created_at: at })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
  }

  async hasWorkspace(id: string): Promise<boolean> {
    return (await this.#workspace(id).executeTakeFirst()) !== undefined;
  }

  /** Until the end of the transaction nobody else locks it; what only refers to it goes on. */
  async lockWorkspace(id: string): Promise<void> {
    await this.#workspace(id).forNoKeyUpdate().executeTakeFirstOrThrow();
  }

  /** Of the workspace (RC-ST-18). */
  findNewest(workspaceId: string): Promise<ControlledRun | undefined> {
    return this.#db
      .selectFrom('runs')
      .select(['id', 'status as state', 'started_at as startedAt'])
      .where('workspace_id', '=', workspaceId)
      .orderBy('started_at', 'desc')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  /** With status `starting`, and an id of the nanosecond, or of the next that is free (RC-ST-19). */
  async insertStarting(
    { workspaceId, goal, startedAt, startedBy }: NewRun,
    nanoseconds: bigint,
  ): Promise<string> {
    for (let number = nanoseconds; ; number += 1n) {
      const id = `run-${number}`;
      const { numInsertedOrUpdatedRows } = await this.#db
        .insertInto('runs')
        .values({
          id,
          workspace_id: workspaceId,
          goal,
          started_by: startedBy,
          status: 'starting',
          started_at: startedAt,
          transitioned_at: startedAt,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 1n) return id;
    }
  }

  async lockRun(id: string): Promise<void> {
    await this.#db.selectFrom('runs').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  }

  /** A turn is scheduled or started, and neither completed nor expired since. */
  async hasWorkInFlight(runId: string): Promise<boolean> {
    const { rows } = await sql<{ found: boolean }>`
      select exists (
        select from run_events as begun
        where begun.run_id = ${runId} and begun.type like 'agent.turn\\_%'
          and begun.type in ('agent.turn_scheduled', 'agent.turn_started')
          and begun.payload ->> 'request_event_id' is not null
          and not exists (
            select from run_events as ended
            where ended.run_id = begun.run_id and ended.id > begun.id and ended.type like 'agent.turn\\_%'
              and ended.type in ('agent.turn_completed', 'agent.turn_expired')
              and ended.payload ->> 'request_event_id' = begun.payload ->> 'request_event_id'
          )
      ) as found
    `.execute(this.#db);
    return rows[0]!.found;
  }

  /** False when its state is another by now. What stays in its state does not begin it anew. */
  async changeState({ runId, from, to, at, endedAt }: StateChange): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('runs')
      .set({
        status: to,
        ...(to !== from && { transitioned_at: at }),
        ...(endedAt && { ended_at: endedAt }),
      })
      .where('id', '=', runId)
      .where('status', '=', from)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  #workspace(id: string) {
    return this.#db.selectFrom('workspaces').select('id').where('id', '=', id);
  }
}
