import { sql } from 'kysely';
import type { Database } from '@galley/database';

export interface RunMeasures {
  readonly runs: Readonly<Record<string, number>>;
  /** Active runs without a coordinator. */
  readonly unattended: number;
  readonly proposals: Readonly<Record<string, number>>;
  readonly approvals: number;
}

interface Row extends Omit<RunMeasures, 'runs' | 'proposals'> {
  readonly runs: RunMeasures['runs'] | null;
  readonly proposals: RunMeasures['proposals'] | null;
}

export class RunMeasuresReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async read(): Promise<RunMeasures> {
    const { rows } = await sql<Row>`
      with in_progress as (
        select status, expires_at from runs left join run_leases on run_id = runs.id
        where status in ('starting', 'active', 'paused-intake', 'draining', 'degraded')
      ), states as (
        select status, count(*) as count from in_progress group by status
      ), open as (
        select status, count(*) as count from proposals
        where status in ('pending', 'in_review', 'revision_requested') group by status
      )
      select
        (select json_object_agg(status, count) from states) as runs,
        (select count(*) from in_progress
          where status = 'active' and coalesce(expires_at <= clock_timestamp(), true)) as unattended,
        (select json_object_agg(status, count) from open) as proposals,
        (select count(*) from approval_requests where status = 'requested') as approvals
    `.execute(this.#db);
    const { runs, proposals, ...measures } = rows[0]!;
    return { ...measures, runs: runs ?? {}, proposals: proposals ?? {} };
  }
}
