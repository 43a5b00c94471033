import { Kysely, PostgresDialect, type Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';
import type { Logger } from '@galley/kernel';
import { PreparedClient } from './prepared-client.ts';
import type { Schema } from './schema.ts';

/** A pool or one connection of it: repositories take either. */
export type Database = Kysely<Schema>;
export type Transaction = KyselyTransaction<Schema>;

export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export interface DatabaseOptions {
  /** `postgres://…`, or the parts of it. */
  readonly address: string | DatabaseAddress;
  /** At most this many connections. */
  readonly poolSize: number;
  readonly logger: Logger;
}

/** How the connections of a pool stand. */
export interface PoolMeasures {
  readonly inUse: number;
  readonly idle: number;
  /** Who waits for one. */
  readonly waiting: number;
  readonly max: number;
}

export interface DatabaseHandle {
  readonly db: Database;
  pool(): PoolMeasures;
  /** Where it is now: for a connection beside the pool. */
  address(): string | DatabaseAddress;
  /** Later connections go to this address: an embedded server may come back on another port. */
  moveTo(address: DatabaseAddress): void;
  close(): Promise<void>;
}

const int8 = 20;

/** `bigint` columns hold counts and ids, far below 2^53; as numbers they compare and serialise as people expect. */
const types = new pg.TypeOverrides();
types.setTypeParser(int8, Number);

export function openDatabase({ address, poolSize, logger }: DatabaseOptions): DatabaseHandle {
  let current = address;
  const pool = new pg.Pool({
    Client: PreparedClient,
    ...(typeof address === 'string' ? { connectionString: address } : address),
    application_name: 'galley',
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    // Whoever waits for a lock this long waits for something that hangs; better to say so than to wait with it.
    lock_timeout: 15_000,
    types,
  });
  // Without a listener, an idle connection that the server closes would end the process; the pool replaces it.
  pool.on('error', (error) => logger.warn('database connection lost', { error: error.message }));
  // The same for a connection that is lent out and at rest between two statements: its next one fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: poolSize,
    }),
    address: () => current,
    moveTo: (moved) => {
      current = moved;
      Object.assign(pool.options, moved);
    },
    close: () => db.destroy(),
  };
}
