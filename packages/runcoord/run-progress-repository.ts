import { sql } from 'kysely';
import type { Transaction } from '@galley/database';

export interface RunProgress {
  readonly sha256: string;
  /** Number of ended turns when the hash last changed. */
  readonly turns: number;
}

export class RunProgressRepository {
  readonly #db: Transaction;

  constructor(db: Transaction) {
    this.#db = db;
  }

  /** Hash of the statuses of tasks, the newest patches, votes and answers of people. */
  async hash(runId: string): Promise<string> {
    const { rows } = await sql<{ hash: string }>`
      with work as (
        select concat_ws(' ', 'task', id, status) as line from tasks where run_id = ${runId}
        union all
        select concat_ws(' ', 'proposal', id, status, patch.sha256)
        from proposals cross join lateral (select sha256 from proposal_patches where proposal_id = proposals.id
          order by seq desc limit 1) as patch
        where run_id = ${runId}
        union all
        select concat_ws(' ', 'vote', proposal_id, agent_id, decision, patch_sha256)
        from votes where proposal_id in (select id from proposals where run_id = ${runId})
        union all
        select concat_ws(' ', 'answer', id, status) from approval_requests
        where run_id = ${runId} and decided_at is not null
        union all
        select concat_ws(' ', 'answer', id) from questions
        where run_id = ${runId} and answered_at is not null
      )
      select encode(sha256(convert_to(coalesce(string_agg(line, e'\n' order by line collate "C"), ''), 'UTF8')), 'hex')
        as hash
      from work
    `.execute(this.#db);
    return rows[0]!.hash;
  }

  /** `undefined` before the first turn, and after the run was resumed. */
  async find(runId: string): Promise<RunProgress | undefined> {
    const { sha256, turns } = await this.#db
      .selectFrom('runs')
      .select(['progress_sha256 as sha256', 'progress_turns as turns'])
      .where('id', '=', runId)
      .executeTakeFirstOrThrow();
    return sha256 === null || turns === null ? undefined : { sha256, turns };
  }

  async put(runId: string, { sha256, turns }: RunProgress): Promise<void> {
    await this.#db
      .updateTable('runs')
      .set({ progress_sha256: sha256, progress_turns: turns })
      .where('id', '=', runId)
      .execute();
  }
}
