import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';

export interface StatusCount {
  readonly subject: 'tasks' | 'proposals' | 'deliberations' | 'approvals';
  readonly status: string;
  readonly count: number;
}

export class TableWorkReadModel {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** 0 without events. */
  async lastEventId(runId: string): Promise<number> {
    const row = await this.#db
      .selectFrom('run_events')
      .select('id')
      .where('run_id', '=', runId)
      .orderBy('run_id', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? 0;
  }

  async count(runId: string): Promise<StatusCount[]> {
    const { rows } = await sql<StatusCount>`
      select 'tasks' as subject, status, count(*) as count from tasks where run_id = ${runId} group by status
      union all
      select 'proposals', status, count(*) from proposals where run_id = ${runId} group by status
      union all
      select 'deliberations', status, count(*) from deliberations where run_id = ${runId} group by status
      union all
      select 'approvals', status, count(*) from approval_requests where run_id = ${runId} group by status
      order by 1, 2
    `.execute(this.#db);
    return rows;
  }
}
