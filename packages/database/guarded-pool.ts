import { once } from 'node:events';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { breakConnection, closeMs } from './break-connection.ts';

export class DatabaseLostError extends Error {
  constructor() {
    super('The database does not answer.');
  }
}

/** Fails queries at once while suspended: each request to a hanging database would wait for its own timeout. */
export class GuardedPool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #clients = new Set<pg.PoolClient>();
  readonly #waiting = new Set<(error: Error) => void>();
  #isSuspended = false;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    pool.on('connect', (client) => this.#clients.add(client));
    pool.on('remove', (client) => this.#clients.delete(client));
  }

  get options(): pg.PoolOptions {
    return this.#pool.options;
  }

  async connect(): Promise<PostgresPoolClient> {
    if (this.#isSuspended) throw new DatabaseLostError();
    const suspended = Promise.withResolvers<never>();
    this.#waiting.add(suspended.reject);
    const connecting = this.#pool.connect();
    try {
      return await Promise.race([connecting, suspended.promise]);
    } catch (error) {
      // Releases a connection that arrives after its request was rejected.
      connecting.then(
        (client) => client.release(true),
        () => undefined,
      );
      throw error;
    } finally {
      this.#waiting.delete(suspended.reject);
    }
  }

  suspend(): void {
    this.#isSuspended = true;
    for (const reject of this.#waiting) reject(new DatabaseLostError());
    for (const client of this.#clients) breakConnection(client);
  }

  resume(): void {
    this.#isSuspended = false;
  }

  /** Closes the sockets of connections that do not close in time. */
  async end(): Promise<void> {
    const late = setTimeout(() => this.#clients.forEach(breakConnection), closeMs);
    await this.#pool.end();
    while (this.#clients.size > 0) await once(this.#pool, 'remove');
    clearTimeout(late);
  }
}
