import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { systemActor } from '@galley/kernel';
import { blockedTaskStatus } from '../classification.ts';
import { RunEventRepository } from '../run-event-repository.ts';
import { inScope, type WorkScope } from '../work-scope-read-model.ts';
import { isDependent, isHindering, isWaitingForTasks } from './dependency-conditions-read-model.ts';

const isBlockedByTask = sql`status = ${sql.lit(blockedTaskStatus)} and blocked_by is not null`;

const hindering = sql`(select dependency.id from tasks as dependency
  where dependency.id = any (tasks.depends_on) and ${isHindering} order by dependency.seq limit 1)`;

/** Whether a dependency still hinders the task; also follows a change of `depends_on`. */
const isStillHindered = sql`exists (select from tasks as dependency
  where dependency.id = tasks.blocked_by and dependency.id = any (tasks.depends_on) and ${isHindering})`;

/** Tasks that depend on other tasks, and that no agent has been assigned. */
export class DependentTaskRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Whether a tick has to assign, block or open one of them. */
  async isDue(scope: WorkScope): Promise<boolean> {
    const { rows } = await sql<{ isDue: boolean }>`
      select exists (select from tasks
        where ${isDependent} and ${inScope(scope)}
          and case when status = 'open' then not ${isWaitingForTasks} or ${hindering} is not null
            else ${isBlockedByTask} and not ${isStillHindered} end) as "isDue"
    `.execute(this.#db);
    return rows[0]!.isDue;
  }

  /**
   * Blocks open tasks whose dependency is blocked or ended without being done, and opens them again when it no longer is.
   * Returns the number of both. Skips locked tasks until the next tick: waiting under the stream lock could deadlock.
   */
  async update(scope: WorkScope, now: Date): Promise<number> {
    await new RunEventRepository(this.#db).lock();
    const { numAffectedRows } = await sql`
      with due as (
        select id, status as before, ${hindering} as hindering from tasks
        where ${isDependent} and ${inScope(scope)}
          and ((status = 'open' and ${hindering} is not null) or (${isBlockedByTask} and not ${isStillHindered}))
        order by seq for update skip locked
      ), changed as (
        update tasks set updated_at = ${now},
          status = case when hindering is null then 'open' else ${sql.lit(blockedTaskStatus)} end,
          blocked_by = hindering,
          note = (select 'It depends on the task “' || title || '”, which is ' || status || '.'
            from tasks as dependency where dependency.id = hindering)
        from due where tasks.id = due.id
        returning tasks.id, tasks.seq, run_id, before, tasks.status
      )
      insert into run_events (run_id, type, payload, at)
      select run_id, 'task.status_changed', jsonb_build_object(
        'task_id', id, 'from', before, 'to', status, 'changed_by', ${systemActor.username}::text), ${now}
      from changed where run_id is not null order by seq
    `.execute(this.#db);
    return Number(numAffectedRows ?? 0);
  }
}
