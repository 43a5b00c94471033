import { sql, type RawBuilder } from 'kysely';
import { statesInProgress } from './transitions.ts';
import { listedTurnEnds } from './turn-ends-read-model.ts';

export interface AgentActivity {
  readonly runId: string;
  /** Null for an agent that no supervisor has started. */
  readonly sessionId: string | null;
  /** Id of the event that requested the turn. */
  readonly turn: number | null;
}

const inProgress = sql.join(statesInProgress.map((state) => sql.lit(state)));

/**
 * Rows `(agent_id, status, run_id, session_id, turn)` for the common table expression `activity`: `working` for an agent
 * with a session or a started turn, `waiting` for one with an open turn. Agents without a row are idle.
 */
export function selectActivity(
  of: { readonly workspaceId: string | null } | { readonly runId: string },
): RawBuilder<unknown> {
  const isWanted =
    'runId' in of
      ? sql`runs.id = ${of.runId}`
      : sql`runs.workspace_id is not distinct from ${of.workspaceId}`;
  return sql`
    select distinct on (agent_id) agent_id, status, run_id, session_id, turn from (
      select agent_id, 'working' as status, run_id, agent_sessions.id as session_id, request_event_id as turn, 1 as rank
      from agent_sessions join runs on runs.id = run_id
      where agent_sessions.status in ('starting', 'running') and ${isWanted}
      union all
      select payload ->> 'agent_id', case when is_started then 'working' else 'waiting' end, run_id, null, requested.id,
        case when is_started then 2 else 3 end
      from runs join run_events as requested on run_id = runs.id
        cross join lateral (select exists (
          select from run_events as started
          where started.run_id = requested.run_id and started.id > requested.id
            and started.type like 'agent.turn\\_%' and started.type = 'agent.turn_started'
            and started.payload ->> 'request_event_id' = requested.id::text) as is_started) as start
      where runs.status in (${inProgress}) and ${isWanted}
        and requested.type like 'agent.turn\\_%' and requested.type = 'agent.turn_requested'
        and not exists (
          select from run_events as ended
          where ended.run_id = requested.run_id and ended.id > requested.id and ended.type like 'agent.turn\\_%'
            and ended.type in (${listedTurnEnds}) and ended.payload ->> 'request_event_id' = requested.id::text)
    ) as found
    order by agent_id, rank, turn`;
}
