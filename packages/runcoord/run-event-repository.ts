import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { endsWhenSilent } from './silent-writer-repository.ts';
import type { NewRunEvent, RunEvent } from './run-event.ts';

const columns = ['id', 'run_id as runId', 'type', 'payload', 'at'] as const;

export class RunEventRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /**
   * Locks the end of the stream until the commit, so that ids are in commit order and a reader that continues after an
   * id misses no event. Every caller takes this lock last and waits for nothing while holding it, which rules out
   * deadlocks.
   */
  async lock(): Promise<void> {
    await sql`
      select ${endsWhenSilent}, pg_advisory_xact_lock(hashtextextended('galley:run-events', 0))
    `.execute(this.#db);
  }

  /** Appends events in the transaction of the change they report, as its last statement. Returns their ids in order. */
  async append(events: readonly NewRunEvent[]): Promise<number[]> {
    if (events.length === 0) return [];
    await this.lock();
    const rows = events.map(({ runId, type, payload, at }) => ({
      run_id: runId,
      type,
      payload: JSON.stringify(payload),
      at,
    }));
    const added = await this.#db.insertInto('run_events').values(rows).returning('id').execute();
    return added.map(({ id }) => id).sort((one, other) => one - other);
  }

  /**
   * Next events of a run after an id, oldest first. The query is written so that only the per-run index provides the
   * order: with the index on all ids, a quiet run would be searched among all later events of other runs.
   */
  listAfter(runId: string, after: number, limit: number): Promise<RunEvent[]> {
    return this.#db
      .selectFrom('run_events')
      .select(columns)
      .where(sql<boolean>`(run_id, id) > (${runId}, ${after})`)
      .where('run_id', '<=', runId)
      .orderBy('run_id')
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** Like `listAfter`, limited to events about turns. */
  listTurnsAfter(runId: string, after: number, limit: number): Promise<RunEvent[]> {
    return this.#db
      .selectFrom('run_events')
      .select(columns)
      .where('run_id', '=', runId)
      .where('id', '>', after)
      .where(sql<boolean>`type like 'agent.turn\\_%'`)
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** Last event id across all runs; 0 if there is none. */
  async lastId(): Promise<number> {
    const { id } = await this.#db
      .selectFrom('run_events')
      .select((events) => events.fn.max<number | null>('id').as('id'))
      .executeTakeFirstOrThrow();
    return id ?? 0;
  }

  /** Runs with events after an id, each with its last event id. */
  lastIdsByRun(after: number): Promise<{ runId: string; lastId: number }[]> {
    return this.#db
      .selectFrom('run_events')
      .select((events) => ['run_id as runId', events.fn.max<number>('id').as('lastId')])
      .where('id', '>', after)
      .groupBy('run_id')
      .execute();
  }
}
