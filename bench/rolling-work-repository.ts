import { sql } from 'kysely';
import type { Database } from '@galley/database';

export class RollingWorkRepository {
  readonly #db: Database;
  #added = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  async addTask(): Promise<void> {
    this.#added += 1;
    const now = new Date();
    const id = `task-${this.#added}`;
    const texts = { title: id, description: '', status: 'open', created_by: 'chair-1' };
    await this.#db
      .insertInto('tasks')
      .values({ id, workspace_id: 'default', ...texts, created_at: now, updated_at: now })
      .execute();
  }

  async count(): Promise<{ tasks: number; assigned: number; announced: number }> {
    const { rows } = await sql<{ tasks: number; assigned: number; announced: number }>`
      select (select count(*) from tasks) as tasks,
        (select count(*) from tasks where assigned_agent_id is not null) as assigned,
        (select count(*) from run_events where type = 'task.assigned') as announced
    `.execute(this.#db);
    return rows[0]!;
  }
}
