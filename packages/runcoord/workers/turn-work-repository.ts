import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { listedTurnEnds } from '../turn-ends-read-model.ts';

export interface WorkTurn {
  readonly requestEventId: number;
  readonly runId: string;
  readonly agentId: string;
  readonly reason: string;
  readonly state: 'requested' | 'scheduled' | 'started' | TurnEnd;
  /** Last heartbeat; null before the turn is scheduled. */
  readonly aliveAt: Date | null;
}

export type TurnEnd = 'completed' | 'failed' | 'expired';

interface TurnRow {
  readonly id: number;
  readonly agentId: string | null;
  readonly reason: string | null;
  readonly end: string | null;
  readonly types: readonly string[];
  readonly aliveAt: Date | null;
}

export class TurnWorkRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async find(runId: string, requestEventId: number): Promise<WorkTurn | undefined> {
    const [turn] = await this.#read(runId, sql`requested.id = ${requestEventId}`, 1);
    return turn;
  }

  /** Id of its run; `undefined` if the event is not a request of a turn in the workspace. */
  async findRun(workspaceId: string, requestEventId: number): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('run_events')
      .innerJoin('runs', 'runs.id', 'run_events.run_id')
      .select('run_events.run_id as runId')
      .where('run_events.id', '=', requestEventId)
      .where('run_events.type', '=', 'agent.turn_requested')
      .where('runs.workspace_id', '=', workspaceId)
      .executeTakeFirst();
    return row?.runId;
  }

  listOutstanding(runId: string, limit: number): Promise<WorkTurn[]> {
    const isOpen = sql`not exists (
      select from run_events as ended
      where ended.run_id = ${runId} and ended.type like 'agent.turn\\_%'
        and ended.type in (${listedTurnEnds})
        and ended.payload ->> 'request_event_id' = requested.id::text)`;
    return this.#read(runId, isOpen, limit);
  }

  /** Only the first end of a turn counts. */
  async #read(runId: string, condition: ReturnType<typeof sql>, limit: number) {
    const { rows } = await sql<TurnRow>`
      select requested.id, requested.payload ->> 'agent_id' as "agentId",
        requested.payload ->> 'reason' as reason, later.types, later."aliveAt",
        (select type from run_events as ended
          where ended.run_id = ${runId} and ended.type like 'agent.turn\\_%' and ended.id > requested.id
            and ended.type in (${listedTurnEnds})
            and ended.payload ->> 'request_event_id' = requested.id::text
          order by ended.id limit 1) as "end"
      from run_events as requested left join lateral (
        select coalesce(array_agg(distinct type), '{}') as types, max(at) as "aliveAt"
        from run_events as event
        where event.run_id = ${runId} and event.type like 'agent.turn\\_%' and event.id > requested.id
          and event.payload ->> 'request_event_id' = requested.id::text
      ) as later on true
      where requested.run_id = ${runId} and requested.type like 'agent.turn\\_%'
        and requested.type = 'agent.turn_requested' and ${condition}
      order by requested.id limit ${limit}
    `.execute(this.#db);
    return rows.flatMap((row) => turnOf(runId, row) ?? []);
  }
}

export function isTurnOver(state: WorkTurn['state']): state is TurnEnd {
  return state === 'completed' || state === 'failed' || state === 'expired';
}

/** `undefined` if the request names no agent: written by another program. */
function turnOf(
  runId: string,
  { id, agentId, reason, end, types, aliveAt }: TurnRow,
): WorkTurn | undefined {
  if (agentId === null) return undefined;
  return { requestEventId: id, runId, agentId, reason: reason ?? '', state: stateOf(), aliveAt };

  function stateOf(): WorkTurn['state'] {
    if (end !== null) return end.slice('agent.turn_'.length) as TurnEnd;
    if (types.includes('agent.turn_started')) return 'started';
    return types.includes('agent.turn_scheduled') ? 'scheduled' : 'requested';
  }
}
