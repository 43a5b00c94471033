import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { bytesOf, sanitizeEvent } from './sanitize-event.ts';
import type { SessionEvent, SessionUsage } from './session-event.ts';

export interface EventBatch {
  /** Position in the agent's log that the batch continues from: -1 before the prompt. */
  readonly from: number;
  readonly to: number;
  readonly events: readonly SessionEvent[];
}

export interface StoredEvent {
  /** Counts from 1 in each session. */
  readonly seq: number;
  readonly event: SessionEvent;
  readonly at: Date;
}

/** Events beyond these limits are dropped. Their usage still counts. */
export const maxSessionBytes = 16 * 1024 * 1024;
export const maxSessionEvents = 20_000;

const overLimit: SessionEvent = {
  kind: 'output',
  text: '… The limit of this transcript is reached; later output is discarded.',
};

interface Stored {
  readonly count: number;
  readonly bytes: number;
}

export class SessionEventRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /**
   * Stores the batch only if it continues from the stored position, so that a repeated or competing batch adds nothing.
   * Returns the new position; `undefined` if the session has ended.
   */
  async append(
    sessionId: string,
    { from, to, events }: EventBatch,
    at: Date,
  ): Promise<number | undefined> {
    const session = await this.#db
      .selectFrom('agent_sessions')
      .select(['log_position as position', 'event_count as count', 'event_bytes as bytes'])
      .where('id', '=', sessionId)
      .where('status', '<>', 'ended')
      .forUpdate()
      .executeTakeFirst();
    if (session?.position !== from) return session?.position;
    const clean = events.map(sanitizeEvent);
    const added = withinLimits(session, clean);
    const rows = added.events.map(({ kind, ...payload }, index) => ({
      session_id: sessionId,
      seq: session.count + index + 1,
      kind,
      payload: JSON.stringify(payload),
      at,
    }));
    if (rows.length > 0) await this.#db.insertInto('session_events').values(rows).execute();
    await this.#count(sessionId, { position: to, ...added }, clean);
    return to;
  }

  async #count(
    id: string,
    { position, bytes, count }: Stored & { readonly position: number },
    events: readonly SessionEvent[],
  ): Promise<void> {
    const usages = events.flatMap((event) => (event.kind === 'usage' ? [event.usage] : []));
    const costs = usages.flatMap(({ usd }) => usd ?? []);
    const model = usages.findLast((usage) => usage.model !== null)?.model;
    const failure = events.findLast((event) => event.kind === 'error')?.code;
    await this.#db
      .updateTable('agent_sessions')
      .set({
        log_position: position,
        event_count: count,
        event_bytes: bytes,
        input_tokens: sql`input_tokens + ${sumOf(usages, 'inputTokens')}`,
        output_tokens: sql`output_tokens + ${sumOf(usages, 'outputTokens')}`,
        ...(costs.length > 0 && {
          usd: sql`coalesce(usd, 0) + ${costs.reduce((sum, cost) => sum + cost, 0)}`,
        }),
        ...(model !== undefined && { model }),
        ...(failure !== undefined && { failure }),
      })
      .where('id', '=', id)
      .execute();
  }

  async listAfter(sessionId: string, after: number, limit: number): Promise<StoredEvent[]> {
    const rows = await this.#db
      .selectFrom('session_events')
      .select(['seq', 'kind', 'payload', 'at'])
      .where('session_id', '=', sessionId)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(limit)
      .execute();
    return rows.map(({ seq, kind, payload, at }) => ({
      seq,
      event: { kind, ...(payload as object) } as SessionEvent,
      at,
    }));
  }

  /** Returns the number of sessions that ended before `before` and whose events were removed. */
  async removeOld(before: Date, limit: number): Promise<number> {
    const { rows } = await sql`
      with old as (
        update agent_sessions set events_removed_at = clock_timestamp()
        where id in (
          select id from agent_sessions
          where event_count > 0 and events_removed_at is null and ended_at < ${before}
          order by ended_at limit ${limit} for update skip locked)
        returning id
      ), removed as (
        delete from session_events using old where session_id = old.id
      )
      select id from old
    `.execute(this.#db);
    return rows.length;
  }
}

/** A last event marks where the session reached its limit, after which its bytes count as `maxSessionBytes`. */
function withinLimits(
  stored: Stored,
  events: readonly SessionEvent[],
): Stored & { readonly events: readonly SessionEvent[] } {
  const kept: SessionEvent[] = [];
  let { bytes } = stored;
  for (const event of events) {
    if (bytes >= maxSessionBytes) break;
    bytes += bytesOf(event);
    const isOver = bytes >= maxSessionBytes || stored.count + kept.length + 1 >= maxSessionEvents;
    if (isOver) bytes = maxSessionBytes;
    kept.push(isOver ? overLimit : event);
  }
  return { events: kept, bytes, count: stored.count + kept.length };
}

function sumOf(usages: readonly SessionUsage[], name: 'inputTokens' | 'outputTokens'): number {
  return usages.reduce((sum, usage) => sum + usage[name], 0);
}
