import { sql } from 'kysely';
import type { Database } from '@galley/database';

export class TickWorkRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async addRun(id: string, workspaceId: string): Promise<void> {
    const now = new Date();
    await this.#db
      .insertInto('workspaces')
      .values({ id: workspaceId, display_name: workspaceId, created_at: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    const times = { started_at: now, transitioned_at: now };
    await this.#db
      .insertInto('runs')
      .values({ id, workspace_id: workspaceId, goal: '', status: 'active', ...times })
      .execute();
  }

  async fillTasks(count: number, status: string, { inReview = 0 } = {}): Promise<void> {
    await sql`truncate tasks, run_events cascade`.execute(this.#db);
    await sql`
      insert into tasks (id, workspace_id, title, description, status, created_by, created_at, updated_at)
      select 'task-' || n, 'default', 'Task ' || n, '', case when n <= ${inReview} then 'review' else ${status} end,
        'chair-1', now(), now()
      from generate_series(1, ${count}) as n
    `.execute(this.#db);
    await sql`vacuum analyze tasks`.execute(this.#db);
  }

  async removeAll(): Promise<void> {
    await sql`truncate tasks, run_events, run_leases, runs cascade`.execute(this.#db);
  }

  /** Minimal statement that makes the same assignments, without protection against other writers. */
  async assignBare(runId: string): Promise<void> {
    await sql`
      with waiting as (
        select id, row_number() over (order by seq) - 1 as place
        from tasks where status = 'open' and assigned_agent_id is null
      ), assigned as (
        update tasks
        set status = 'in_progress', assigned_agent_id = 'implementer-' || place % 3 + 1, updated_at = now()
        from waiting where tasks.id = waiting.id
        returning tasks.id, seq, assigned_agent_id
      )
      insert into run_events (run_id, type, payload, at)
      select ${runId}, 'task.assigned',
        jsonb_build_object('task_id', id, 'assigned_agent_id', assigned_agent_id), now()
      from assigned order by seq
    `.execute(this.#db);
  }
}
