import { sql, type RawBuilder } from 'kysely';
import type { Transaction } from '@galley/database';
import { blockedTaskStatus } from './classification.ts';
import { isTerminalTask, literals } from './status-conditions-read-model.ts';
import { RunEventRepository } from './run-event-repository.ts';
import { statesInProgress } from './transitions.ts';

export interface TaskRelease {
  /** For people. */
  readonly reason: string;
  readonly now: Date;
}

/** Takes tasks from their agents: they are `open` again, so that a tick assigns them. */
export class TaskReleaseRepository {
  readonly #db: Transaction;

  constructor(db: Transaction) {
    this.#db = db;
  }

  /** Tasks of a stopped run that its agents left in progress. Returns their number. */
  releaseRun(runId: string, release: TaskRelease): Promise<number> {
    return this.#release(sql`run_id = ${runId} and status = 'in_progress'`, release);
  }

  /** Unfinished tasks of agents that are not among `ids`, unless their run has ended. Returns their number. */
  releaseOthers(ids: readonly string[], release: TaskRelease): Promise<number> {
    const isUnfinished = sql`not ${isTerminalTask}`;
    const states = literals([...statesInProgress, blockedTaskStatus]);
    return this.#release(
      sql`${isUnfinished} and assigned_agent_id <> all (${sql.val([...ids])}::text[])
        and (run_id is null or (select status from runs where id = tasks.run_id) in (${states}))`,
      release,
    );
  }

  /** Skips locked tasks: waiting under the stream lock could deadlock. */
  async #release(condition: RawBuilder<unknown>, { reason, now }: TaskRelease): Promise<number> {
    await new RunEventRepository(this.#db).lock();
    const { rows } = await sql<{ count: number }>`
      with chosen as (
        select id, assigned_agent_id as agent_id from tasks
        where ${condition} and assigned_agent_id is not null order by seq for update skip locked
      ), released as (
        update tasks set status = 'open', assigned_agent_id = null, updated_at = ${now}
        from chosen where tasks.id = chosen.id
        returning tasks.id, tasks.run_id, tasks.seq, agent_id
      ), announced as (
        insert into run_events (run_id, type, payload, at)
        select run_id, 'task.unassigned',
          jsonb_build_object('task_id', id, 'agent_id', agent_id, 'reason', ${reason}::text), ${now}
        from released where run_id is not null order by seq
      )
      select count(*) as count from released
    `.execute(this.#db);
    return rows[0]!.count;
  }
}
