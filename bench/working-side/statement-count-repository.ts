import { setTimeout as delay } from 'node:timers/promises';
import { Pool, type PoolConfig } from 'pg';

/** Time for idle backends to take over a changed setting. */
const reloadMs = 200;

/**
 * Counts SQL statements with pg_stat_statements, which the server must have loaded. `begin` and `commit` count too;
 * statements of triggers and functions do not.
 */
export class StatementCountRepository {
  readonly #pool: Pool;

  constructor(owner: PoolConfig) {
    this.#pool = new Pool({ ...owner, database: 'postgres', max: 1 });
  }

  /** Must not be on while speed is measured: it costs time for each statement. */
  async turn(state: 'on' | 'off'): Promise<void> {
    await this.#pool.query('create extension if not exists pg_stat_statements');
    const track = state === 'on' ? 'top' : 'none';
    await this.#pool.query(`alter system set pg_stat_statements.track = '${track}'`);
    await this.#pool.query('select pg_reload_conf()');
    await delay(reloadMs);
  }

  async count(database: string): Promise<number> {
    const { rows } = await this.#pool.query<{ calls: number }>(
      `select coalesce(sum(calls), 0)::int as calls
      from pg_stat_statements join pg_database on pg_database.oid = dbid
      where datname = $1`,
      [database],
    );
    return rows[0]!.calls;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
