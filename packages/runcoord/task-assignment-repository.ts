import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { isWaitingForTasks } from './dependencies/dependency-conditions-read-model.ts';
import { RunEventRepository } from './run-event-repository.ts';
import { isInTeam } from './recipes/run-recipe-repository.ts';
import { inScope, type WorkScope } from './work-scope-read-model.ts';

export interface Assignment {
  readonly runId: string;
  readonly scope: WorkScope;
  /** `implementer-1` to `implementer-<count>`, if they are in the team of the run. */
  readonly implementers: number;
  readonly now: Date;
}

export class TaskAssignmentRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /**
   * Returns the number. One statement, as there may be thousands. Skips locked tasks until the next tick: waiting under
   * the stream lock could deadlock.
   */
  async assign({ runId, scope, implementers, now }: Assignment): Promise<number> {
    await new RunEventRepository(this.#db).lock();
    const { numAffectedRows } = await sql`
      with team as (
        select array_agg(id order by number) as ids, count(*) as size
        from (select number, 'implementer-' || number as id from generate_series(1, ${implementers}::integer) as number)
          as implementers
        where ${isInTeam(runId, sql.ref('id'))}
      ), waiting as (
        select id, seq from tasks
        where status = 'open' and assigned_agent_id is null and ${inScope(scope)} and (select size from team) > 0
          and not ${isWaitingForTasks}
        order by seq for update skip locked
      ), numbered as (
        select id, ids[(row_number() over (order by seq) - 1) % size + 1] as agent from waiting cross join team
      ), assigned as (
        update tasks
        set status = 'in_progress', assigned_agent_id = agent, fence = tasks.fence + 1,
          updated_at = ${now}
        from numbered where tasks.id = numbered.id
        returning tasks.id, tasks.seq, tasks.assigned_agent_id
      )
      insert into run_events (run_id, type, payload, at)
      select ${runId}, 'task.assigned',
        jsonb_build_object('task_id', id, 'assigned_agent_id', assigned_agent_id), ${now}
      from assigned order by seq
    `.execute(this.#db);
    return Number(numAffectedRows ?? 0);
  }
}
