import { sql } from 'kysely';
import { toColumns, type Database, type Transaction } from '@galley/database';
import { statesInProgress } from '../transitions.ts';
import { listedTurnEnds } from '../turn-ends-read-model.ts';
import type { Session, SessionEnd } from './session.ts';

export interface NewSession {
  readonly id: string;
  readonly runId: string;
  readonly agentId: string;
  readonly requestEventId: number;
  readonly place: string;
  readonly startedAt: Date;
}

export interface OpenTurn {
  readonly runId: string;
  readonly agentId: string;
  readonly requestEventId: number;
}

export interface SessionPlace {
  readonly place: string;
  readonly workspaceId: string;
}

const living = ['starting', 'running'] as const;

export class SessionRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async listLiving(at: SessionPlace): Promise<Session[]> {
    return (await this.#livingAt(at).execute()).map(toSession);
  }

  /** `undefined` if the session has ended or belongs to another location. */
  async findLiving(at: SessionPlace, id: string): Promise<Session | undefined> {
    const row = await this.#livingAt(at).where('agent_sessions.id', '=', id).executeTakeFirst();
    return row && toSession(row);
  }

  /** `undefined` if the turn has no session, or one that has ended. */
  findByTurn(
    requestEventId: number,
  ): Promise<{ readonly id: string; readonly tokenId: string | null } | undefined> {
    return this.#db
      .selectFrom('agent_sessions')
      .select(['id', 'token_id as tokenId'])
      .where('request_event_id', '=', requestEventId)
      .where('status', 'in', living)
      .executeTakeFirst();
  }

  #livingAt({ place, workspaceId }: SessionPlace) {
    return this.#db
      .selectFrom('agent_sessions')
      .innerJoin('runs', 'runs.id', 'agent_sessions.run_id')
      .select(['agent_sessions.id', 'run_id as runId', 'runs.status as runState', 'runs.goal'])
      .select(['agent_id as agentId', 'request_event_id as requestEventId'])
      .select(['external_id as externalId', 'token_id as tokenId', 'attempts'])
      .select(['agent_sessions.started_at as startedAt', 'ending_at as endingAt'])
      .select(['end_reason as endReason', 'agent_sessions.status'])
      .where('place', '=', place)
      .where('runs.workspace_id', '=', workspaceId)
      .where('agent_sessions.status', 'in', living)
      .orderBy('request_event_id');
  }

  /** Scheduled turns in running runs without a session, oldest first. */
  async listOpenTurns(workspaceId: string): Promise<OpenTurn[]> {
    const { rows } = await sql<OpenTurn>`
      select runs.id as "runId", turn.payload ->> 'agent_id' as "agentId", request as "requestEventId"
      from runs join run_events as turn on turn.run_id = runs.id
        cross join lateral (select (turn.payload ->> 'request_event_id')::bigint as request) as requested
      where runs.workspace_id = ${workspaceId} and runs.status in (${sql.join(statesInProgress.map((state) => sql.lit(state)))})
        and turn.type like 'agent.turn\\_%' and turn.type = 'agent.turn_scheduled'
        and not exists (select from agent_sessions where request_event_id = request)
        and not exists (
          select from run_events as later where later.run_id = runs.id and later.id > turn.id
            and later.type like 'agent.turn\\_%'
            and later.type in ('agent.turn_started', ${listedTurnEnds})
            and later.payload ->> 'request_event_id' = request::text)
      order by request
    `.execute(this.#db);
    return rows;
  }

  /** Returns false if the turn already has a session, from any supervisor. */
  async insert(session: NewSession): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('agent_sessions')
      .values({ ...toColumns(session), status: 'starting' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  async setToken(id: string, tokenId: string): Promise<void> {
    await this.#living(id)
      .set((session) => ({ token_id: tokenId, attempts: session('attempts', '+', 1) }))
      .execute();
  }

  async setRunning(id: string, externalId: string): Promise<void> {
    await this.#living(id).set({ status: 'running', external_id: externalId }).execute();
  }

  /** Keeps the first reason. */
  async setEnding(id: string, reason: string, at: Date): Promise<void> {
    await this.#living(id)
      .set({ ending_at: at, end_reason: reason })
      .where('ending_at', 'is', null)
      .execute();
  }

  /** Whether the agent changed anything since its turn was scheduled, other than the turn itself. */
  async hasWorked({ runId, agentId, requestEventId }: OpenTurn): Promise<boolean> {
    const { rows } = await sql<{ found: boolean }>`
      select exists (
        select from run_events as work
        where work.run_id = ${runId} and work.id > ${requestEventId}
          and work.id > (select min(id) from run_events as turn
            where turn.run_id = ${runId} and turn.id > ${requestEventId} and turn.type like 'agent.turn\\_%'
              and turn.type = 'agent.turn_scheduled'
              and turn.payload ->> 'request_event_id' = ${String(requestEventId)})
          and case
            when work.type = 'task.claimed' then work.payload ->> 'assigned_agent_id' = ${agentId}
            when work.type = 'agent.turn_requested' then work.payload ->> 'requested_by' = ${agentId}
            when work.type = 'proposal.review_requested' then exists (select from proposals
              where id = work.payload ->> 'proposal_id' and proposed_by = ${agentId})
            else work.type not like 'agent.turn\\_%' and work.payload ->> 'agent_id' = ${agentId}
          end
      ) as found
    `.execute(this.#db);
    return rows[0]!.found;
  }

  /** Returns false if the session had already ended. */
  async end(id: string, { exitCode, reason, logFile }: SessionEnd, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#living(id)
      .set({ status: 'ended', ended_at: at, exit_code: exitCode })
      .set({ end_reason: reason, log_file: logFile })
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Ends those in other locations whose turn is over and whose supervisor is gone. Returns their number. */
  async endAbandoned({ place, workspaceId }: SessionPlace, at: Date): Promise<number> {
    const { numAffectedRows } = await sql`
      update agent_sessions as session set status = 'ended', ended_at = ${at},
        end_reason = 'its supervisor is gone'
      from supervisors
      where session.place = supervisors.place and session.status in ('starting', 'running')
        and supervisors.place <> ${place} and supervisors.workspace_id = ${workspaceId}
        and supervisors.expires_at <= clock_timestamp()
        and exists (
          select from run_events as ended where ended.run_id = session.run_id
            and ended.id > session.request_event_id and ended.type like 'agent.turn\\_%'
            and ended.type in (${listedTurnEnds})
            and ended.payload ->> 'request_event_id' = session.request_event_id::text)
    `.execute(this.#db);
    return Number(numAffectedRows ?? 0);
  }

  #living(id: string) {
    return this.#db
      .updateTable('agent_sessions')
      .where('id', '=', id)
      .where('status', 'in', living);
  }
}

function toSession<Row extends { requestEventId: number | null; status: string }>(row: Row) {
  return {
    ...row,
    requestEventId: row.requestEventId!,
    status: row.status as Session['status'],
  };
}
