import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { behind, inListOrder } from '../list-order-read-model.ts';
import type { RecordQuery } from '../record-page.ts';
import { listedTurnEnds } from '../turn-ends-read-model.ts';

export interface SessionRecord {
  readonly id: string;
  readonly runId: string;
  readonly agentId: string;
  /** Null, like `reason`, for sessions not started by a supervisor. */
  readonly requestEventId: number | null;
  readonly reason: string | null;
  readonly status: string;
  /** Null while the turn is not over. */
  readonly outcome: 'completed' | 'failed' | 'expired' | 'stopped' | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly exitCode: number | null;
  readonly endReason: string | null;
  readonly failure: string | null;
  readonly model: string | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly usd: number | null;
  readonly eventCount: number;
  readonly eventsRemovedAt: Date | null;
}

export interface SessionQuery extends RecordQuery {
  readonly agentId?: string | undefined;
  /** Text that an event of the session contains. */
  readonly text?: string | undefined;
}

const reason = sql<string | null>`(
  select payload ->> 'reason' from run_events as requested
  where requested.id = agent_sessions.request_event_id)`;

/** Only the first end of a turn counts. */
const outcome = sql<SessionRecord['outcome']>`(
  select case when payload ? 'stopped_by' then 'stopped' else substring(type from 'turn_(.*)$') end
  from run_events as ended
  where ended.run_id = agent_sessions.run_id and ended.id > agent_sessions.request_event_id
    and ended.type like 'agent.turn\\_%'
    and ended.type in (${listedTurnEnds})
    and ended.payload ->> 'request_event_id' = agent_sessions.request_event_id::text
  order by ended.id limit 1)`;

export class SessionRecordsReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  list(query: SessionQuery): Promise<SessionRecord[]> {
    const { workspaceId, runId, agentId, status, text, after, limit } = query;
    return this.#records(workspaceId)
      .$if(runId !== undefined, (some) => some.where('agent_sessions.run_id', '=', runId!))
      .$if(agentId !== undefined, (some) => some.where('agent_sessions.agent_id', '=', agentId!))
      .$if(status !== undefined, (some) => some.where('agent_sessions.status', '=', status!))
      .$if(text !== undefined, (some) => some.where(contains(text!)))
      .where(behind('agent_sessions', after))
      .orderBy(inListOrder('agent_sessions'))
      .limit(limit)
      .execute();
  }

  find(workspaceId: string, id: string): Promise<SessionRecord | undefined> {
    return this.#records(workspaceId).where('agent_sessions.id', '=', id).executeTakeFirst();
  }

  async hasEnded(id: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('agent_sessions')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.status === 'ended';
  }

  /** A text per session that changes with its events and its status. */
  async findProgress(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#db
      .selectFrom('agent_sessions')
      .select(['id', 'status', 'event_count as count'])
      .where('id', 'in', [...ids])
      .execute();
    return new Map(rows.map(({ id, status, count }) => [id, `${status} ${count}`]));
  }

  #records(workspaceId: string) {
    return this.#db
      .selectFrom('agent_sessions')
      .innerJoin('runs', 'runs.id', 'agent_sessions.run_id')
      .select(['agent_sessions.id', 'run_id as runId', 'agent_id as agentId'])
      .select(['request_event_id as requestEventId', 'agent_sessions.status'])
      .select(['agent_sessions.started_at as startedAt', 'agent_sessions.ended_at as endedAt'])
      .select(['exit_code as exitCode', 'end_reason as endReason', 'failure', 'model'])
      .select(['input_tokens as inputTokens', 'output_tokens as outputTokens', 'usd'])
      .select(['event_count as eventCount', 'events_removed_at as eventsRemovedAt'])
      .select([reason.as('reason'), outcome.as('outcome')])
      .where('runs.workspace_id', '=', workspaceId);
  }
}

/** Compares with the JSON text, in which some characters are escaped. */
function contains(text: string) {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replace(/[\\%_]/g, '\\$&');
  return sql<boolean>`exists (
    select from session_events
    where session_id = agent_sessions.id and payload::text ilike ${`%${escaped}%`})`;
}
