import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { listedTurnEnds } from '../turn-ends-read-model.ts';
import { budgetLimits, noUse, type BudgetUse } from './budget.ts';

export interface AgentUse extends BudgetUse {
  readonly runId: string;
  readonly agentId: string;
}

export class BudgetUseReadModel {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /**
   * By run and agent. A turn counts from its scheduling, even before its session exists; one that ended before an agent
   * was started for it does not.
   */
  async list(runIds: readonly string[], now: Date): Promise<AgentUse[]> {
    const ids = sql.val([...runIds]);
    const { rows } = await sql<AgentUse>`
      with used as (
        select run_id, agent_id, started_at, ended_at, input_tokens + output_tokens as tokens, usd
        from agent_sessions where run_id = any(${ids}::text[])
        union all
        select turn.run_id, turn.payload ->> 'agent_id', turn.at, turn_end.at, 0, null
        from run_events as turn left join lateral (
          select at, payload from run_events as ended
          where ended.run_id = turn.run_id and ended.id > turn.id and ended.type like 'agent.turn\\_%'
            and ended.type in (${listedTurnEnds})
            and ended.payload ->> 'request_event_id' = turn.payload ->> 'request_event_id'
          order by ended.id limit 1) as turn_end on true
        where turn.run_id = any(${ids}::text[]) and turn.type like 'agent.turn\\_%'
          and turn.type = 'agent.turn_scheduled' and turn.payload ->> 'agent_id' is not null
          and turn_end.payload ->> 'interrupted' is distinct from 'true'
          and not exists (select from agent_sessions
            where agent_sessions.run_id = turn.run_id
              and request_event_id::text = turn.payload ->> 'request_event_id')
      )
      select run_id as "runId", agent_id as "agentId", count(*)::float8 as turns, sum(tokens)::float8 as tokens,
        sum(greatest(extract(epoch from coalesce(ended_at, ${now}) - started_at), 0) / 60)::float8 as minutes,
        coalesce(sum(usd), 0)::float8 as usd, count(*) filter (where usd is null)::float8 as "turnsWithoutCost"
      from used group by run_id, agent_id order by run_id, agent_id
    `.execute(this.#db);
    return rows;
  }
}

export function sumOfUse(uses: readonly BudgetUse[]): BudgetUse {
  return uses.reduce((sum, use) => {
    const added = budgetLimits.map((limit) => [limit, sum[limit] + use[limit]] as const);
    const turnsWithoutCost = sum.turnsWithoutCost + use.turnsWithoutCost;
    return { ...(Object.fromEntries(added) as typeof noUse), turnsWithoutCost };
  }, noUse);
}
