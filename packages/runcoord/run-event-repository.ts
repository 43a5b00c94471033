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
   * Makes ids follow the commit order, so that readers miss no event. Take this lock last and wait for nothing while
   * holding it, which rules out deadlocks.
   */
  async lock(): Promise<void> {
    await sql`
      select ${endsWhenSilent}, pg_advisory_xact_lock(hashtextextended('galley:run-events', 0))
    `.execute(this.#db);
  }

  /** Call as the last statement of the transaction. Returns the ids in order. */
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

  /** Written so that the per-run index gives the order: the index on all ids would read other runs' events. */
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

  /** Across all runs, oldest first. */
  listProposalsAfter(after: number): Promise<RunEvent[]> {
    return this.#db
      .selectFrom('run_events')
      .select(columns)
      .where('id', '>', after)
      .where(sql<boolean>`type like 'proposal.%'`)
      .orderBy('id')
      .limit(500)
      .execute();
  }

  async lastId(): Promise<number> {
    const { id } = await this.#db
      .selectFrom('run_events')
      .select((events) => events.fn.max<number | null>('id').as('id'))
      .executeTakeFirstOrThrow();
    return id ?? 0;
  }

  lastIdsByRun(after: number): Promise<{ runId: string; lastId: number }[]> {
    return this.#db
      .selectFrom('run_events')
      .select((events) => ['run_id as runId', events.fn.max<number>('id').as('lastId')])
      .where('id', '>', after)
      .groupBy('run_id')
      .execute();
  }
}
