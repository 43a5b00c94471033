import { sql } from 'kysely';
import type { Transaction } from '@galley/database';
import { blockedTaskStatus, terminalTaskStatuses } from './classification.ts';
import { namedTaskStatuses } from './sessions/needs-read-model.ts';

const cancelled = ['cancelled', 'canceled'];
const knownTaskStatuses = [...namedTaskStatuses, blockedTaskStatus, ...terminalTaskStatuses];

export class RunProgressRepository {
  readonly #db: Transaction;

  constructor(db: Transaction) {
    this.#db = db;
  }

  /**
   * Returns false if the run has been in this state of the work before. The state consists of the statuses of tasks and
   * proposals, the newest patches, votes, answers and messages of people. It leaves out what agents can renew without
   * end: withdrawn proposals, cancelled tasks, invented statuses, and ids of proposals.
   */
  async add(runId: string): Promise<boolean> {
    const { numAffectedRows } = await sql`
      with patched as (
        select proposals.id, status, task_id, patch.sha256
        from proposals cross join lateral (select sha256 from proposal_patches where proposal_id = proposals.id
          order by seq desc limit 1) as patch
        where run_id = ${runId} and status <> 'withdrawn'
      ), work as (
        select concat_ws(' ', 'task', id, case when status = any(${sql.val(knownTaskStatuses)}::text[]) then status end)
          as line
        from tasks where run_id = ${runId} and status <> all(${sql.val(cancelled)}::text[])
        union all
        select concat_ws(' ', 'proposal', task_id, status, sha256) from patched
        union all
        select concat_ws(' ', 'vote', agent_id, decision, patch_sha256)
        from votes join patched on patched.id = proposal_id
        union all
        select concat_ws(' ', 'answer', id, status) from approval_requests
        where run_id = ${runId} and decided_at is not null
        union all
        select concat_ws(' ', 'answer', id) from questions
        where run_id = ${runId} and answered_at is not null and about is null
        union all
        select concat_ws(' ', 'message', payload ->> 'message_id') from run_events
        where run_id = ${runId} and type like 'agent.turn\\_%' and type = 'agent.turn_requested'
          and payload ? 'message_id'
      )
      insert into run_progress (run_id, sha256)
      select ${runId},
        encode(sha256(convert_to(coalesce(string_agg(line, e'\n' order by line collate "C"), ''), 'UTF8')), 'hex')
      from work
      on conflict do nothing
    `.execute(this.#db);
    return numAffectedRows === 1n;
  }

  /** Round of turns in which the work last reached a new state; null before, and after the run was resumed. */
  async findLast(runId: string): Promise<number | null> {
    const { round } = await this.#db
      .selectFrom('runs')
      .select('progress_turns as round')
      .where('id', '=', runId)
      .executeTakeFirstOrThrow();
    return round;
  }

  async setLast(runId: string, round: number): Promise<void> {
    await this.#db
      .updateTable('runs')
      .set({ progress_turns: round })
      .where('id', '=', runId)
      .execute();
  }
}
