import { sql } from 'kysely';
import type { Database } from '@galley/database';
import type { Budget } from './budgets/budget.ts';
import { QuestionRepository } from './people/question-repository.ts';
import { listedTurnEnds } from './turn-ends-read-model.ts';

export interface ControlledRun {
  readonly id: string;
  readonly state: string;
  readonly startedAt: Date;
}

export interface Workspace {
  readonly id: string;
  readonly displayName: string;
  readonly repository?: string | undefined;
}

export interface NewRun {
  readonly workspaceId: string;
  readonly goal: string;
  readonly startedAt: Date;
  readonly startedBy: string;
  readonly budget: Budget;
}

export interface StateChange {
  readonly runId: string;
  readonly from: string;
  readonly to: string;
  readonly at: Date;
  readonly by: string;
  readonly endedAt: Date | undefined;
  /** Replaces the reason of an active run. */
  readonly reason?: 'reopened';
}

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

  /** Until the end of the transaction. Does not block foreign-key references to the workspace. */
  async lockWorkspace(id: string): Promise<void> {
    await this.#workspace(id).forNoKeyUpdate().executeTakeFirstOrThrow();
  }

  /** Newest run of the workspace (RC-ST-18). */
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

  /** The id is made from the nanosecond, or the next free one (RC-ST-19). */
  async insertStarting(
    { workspaceId, goal, startedAt, startedBy, budget }: NewRun,
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
          budget: JSON.stringify(budget),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 1n) return id;
    }
  }

  find(workspaceId: string, id: string): Promise<ControlledRun | undefined> {
    return this.#db
      .selectFrom('runs')
      .select(['id', 'status as state', 'started_at as startedAt'])
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst();
  }

  async lockRun(id: string): Promise<void> {
    await this.#db.selectFrom('runs').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  }

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
              and ended.type in (${listedTurnEnds})
              and ended.payload ->> 'request_event_id' = begun.payload ->> 'request_event_id'
          )
      ) as found
    `.execute(this.#db);
    return rows[0]!.found;
  }

  /**
   * Returns false if the state has changed in the meantime. The same state keeps its transition time. Closes the questions
   * of the coordinator about a pause that ends.
   */
  async changeState({ runId, from, to, at, by, endedAt, reason }: StateChange): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('runs')
      .set({
        status: to,
        ...(to !== from && { transitioned_at: at }),
        ...(endedAt && { ended_at: endedAt }),
        ...(to === 'active' && to !== from && this.#resumed(runId, reason)),
      })
      .where('id', '=', runId)
      .where('status', '=', from)
      .executeTakeFirstOrThrow();
    if (from === 'paused-intake' && to !== from) {
      const answer = to === 'active' ? 'Resumed' : 'Stopped';
      await new QuestionRepository(this.#db).close(runId, { answer, by, at });
    }
    return numUpdatedRows === 1n;
  }

  /** Earlier failures and turns without progress no longer count. */
  #resumed(runId: string, reason: string | null = null) {
    return {
      reason,
      ended_at: null,
      reason_detail: null,
      progress_turns: null,
      resumed_after_event_id: sql<number>`(select max(id) from run_events where run_id = ${runId})`,
    };
  }

  #workspace(id: string) {
    return this.#db.selectFrom('workspaces').select('id').where('id', '=', id);
  }
}
