import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { endsWhenSilent } from './silent-writer-repository.ts';
import type { NewRunEvent, RunEvent } from './run-event.ts';

const columns = ['id', 'run_id as runId', 'type', 'payload', 'at'] as const;

/** The main stream of events of all runs. */
export class RunEventRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /**
   * Takes the end of the stream for this transaction, until its commit: so ids are in the order of the commits, and
   * whoever reads behind an id misses nothing. Everybody takes it after all other locks and waits for nothing more
   * while holding it, so that nobody waits in a circle.
   */
  async lock(): Promise<void> {
    await sql`
      select ${endsWhenSilent}, pg_advisory_xact_lock(hashtextextended('galley:run-events', 0))
    `.execute(this.#db);
  }

  /** Adds events in the transaction of what they tell of, as the last that it does. Returns their ids, in order. */
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
   * The next ones of a run behind an id, oldest first. Asked for such that only the index of the runs has the order:
   * in that of all ids, a run that has gone quiet would be looked for among all that others have told since.
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

  /** The same, of those alone that tell of turns. */
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

  /** Of all runs; 0 when there is none. */
  async lastId(): Promise<number> {
    const { id } = await this.#db
      .selectFrom('run_events')
      .select((events) => events.fn.max<number | null>('id').as('id'))
      .executeTakeFirstOrThrow();
    return id ?? 0;
  }

  /** The runs that have events behind an id, each with its last. */
  lastIdsByRun(after: number): Promise<{ runId: string; lastId: number }[]> {
    return this.#db
      .selectFrom('run_events')
      .select((events) => ['run_id as runId', events.fn.max<number>('id').as('lastId')])
      .where('id', '>', after)
      .groupBy('run_id')
      .execute();
  }
}
