import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { listedTurnEnds } from '../turn-ends-read-model.ts';
import type { Worker } from './worker.ts';

export class TurnTaskReadModel {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /**
   * Task of the turn for which the worker's token was issued, even after its end; of other tokens, of the newest turn
   * that the agent has started and not ended. A turn for a revision belongs to the task of the proposal.
   */
  async find({ tokenId, runId, agentId }: Worker): Promise<string | undefined> {
    const { rows } = await sql<{ id: string }>`
      with turn as (
        select payload ->> 'reason' as reason from run_events where id = coalesce(
          (select request_event_id from agent_sessions
            where run_id = ${runId} and agent_id = ${agentId} and token_id = ${tokenId} limit 1),
          (select requested.id from run_events as requested
            where requested.run_id = ${runId} and requested.type like 'agent.turn\\_%'
              and requested.type = 'agent.turn_requested' and requested.payload ->> 'agent_id' = ${agentId}
              and ${this.#has(runId, sql`event.type = 'agent.turn_started'`)}
              and not ${this.#has(runId, sql`event.type in (${listedTurnEnds})`)}
            order by requested.id desc limit 1))
      )
      select tasks.id from turn join tasks on tasks.id = case split_part(reason, ' ', 1)
        when 'task' then split_part(reason, ' ', 2)
        when 'revise' then (select task_id from proposals where proposals.id = split_part(reason, ' ', 2)) end
    `.execute(this.#db);
    return rows[0]?.id;
  }

  #has(runId: string, condition: ReturnType<typeof sql>) {
    return sql`exists (select from run_events as event
      where event.run_id = ${runId} and event.type like 'agent.turn\\_%' and ${condition}
        and event.id > requested.id and event.payload ->> 'request_event_id' = requested.id::text)`;
  }
}
