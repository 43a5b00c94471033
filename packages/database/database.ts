import { Kysely, PostgresDialect, type Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';
import type { Logger } from '@galley/kernel';
import { AvailabilityProbe } from './availability-probe.ts';
import type { DatabaseAddress } from './database-address.ts';
import { GuardedPool } from './guarded-pool.ts';
import { pooledClient } from './pooled-client.ts';
import { PreparedClient } from './prepared-client.ts';
import type { Schema } from './schema.ts';
import { SplitDatabase } from './split-database.ts';

/** A pool or one connection of it: repositories take either. */
export type Database = Kysely<Schema>;
export type Transaction = KyselyTransaction<Schema>;

export interface DatabaseOptions {
  /** `postgres://…`, or the parts of it. */
  readonly address: string | DatabaseAddress;
  /** The same database without the pooler that `address` leads through: for what needs a session. */
  readonly directAddress?: string | undefined;
  /** At most this many connections, by each of the two ways where there are two. */
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
  /** Where it is now, without a pooler: for a connection beside the pool. */
  address(): string | DatabaseAddress;
  /** At most this many connections from now on, by each way. */
  limitPool(size: number): void;
  /** Later connections go to this address: an embedded server may come back on another port. */
  moveTo(address: DatabaseAddress): void;
  /** While it runs, queries fail within a second when the database stops answering, and at once while it does not. */
  readonly probe: AvailabilityProbe;
  close(): Promise<void>;
}

const int8 = 20;

/** `bigint` columns hold counts and ids, far below 2^53; as numbers they compare and serialise as people expect. */
const types = new pg.TypeOverrides();
types.setTypeParser(int8, Number);

/** Whoever waits for a lock this long waits for something that hangs; better to say so than to wait with it. */
const lockTimeoutMs = 15_000;

export function openDatabase(options: DatabaseOptions): DatabaseHandle {
  const { address, directAddress, poolSize, logger } = options;
  if (directAddress === undefined) return openDirect(options);
  const direct = openDirect({ address: directAddress, poolSize, logger });
  // Poolers refuse parameters that they do not know.
  const way = openWay(options, { Client: pooledClient(lockTimeoutMs) });
  const { guarded } = way;
  const pool = {
    suspend: () => [guarded, direct.guarded].forEach((one) => one.suspend()),
    resume: () => [guarded, direct.guarded].forEach((one) => one.resume()),
  };
  const db = new SplitDatabase(new PostgresDialect({ pool: guarded }), direct.db);
  return {
    db,
    pool: () => sumOf([way.measure(), direct.pool()]),
    limitPool: (size) => {
      way.pool.options.max = size;
      direct.limitPool(size);
    },
    address: () => direct.address(),
    moveTo: (moved) => direct.moveTo(moved),
    // By way of the pooler, so that it is missed as well.
    probe: new AvailabilityProbe({ address: () => address, pool, logger }),
    close: () => db.destroy(),
  };
}

function openDirect(
  options: Omit<DatabaseOptions, 'directAddress'>,
): DatabaseHandle & { readonly guarded: GuardedPool } {
  const { pool, guarded, measure } = openWay(options, {
    Client: PreparedClient,
    lock_timeout: lockTimeoutMs,
  });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: guarded }) });
  let current = options.address;
  return {
    db,
    guarded,
    pool: measure,
    limitPool: (size) => {
      pool.options.max = size;
    },
    address: () => current,
    moveTo: (moved) => {
      current = moved;
      Object.assign(pool.options, moved);
    },
    probe: new AvailabilityProbe({
      address: () => current,
      pool: guarded,
      logger: options.logger,
    }),
    close: () => db.destroy(),
  };
}

interface Way {
  readonly pool: pg.Pool;
  readonly guarded: GuardedPool;
  readonly measure: () => PoolMeasures;
}

function openWay({ address, poolSize, logger }: DatabaseOptions, more: pg.PoolConfig): Way {
  const pool = new pg.Pool({
    ...(typeof address === 'string' ? { connectionString: address } : address),
    application_name: 'galley',
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    types,
    ...more,
  });
  // Without a listener, an idle connection that the server closes would end the process; the pool replaces it.
  pool.on('error', (error) => logger.warn('database connection lost', { error: error.message }));
  // The same for a connection that is lent out and at rest between two statements: its next one fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const measure = (): PoolMeasures => ({
    inUse: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    max: pool.options.max,
  });
  return { pool, guarded: new GuardedPool(pool), measure };
}

function sumOf(pools: readonly PoolMeasures[]): PoolMeasures {
  const sum = (measure: (one: PoolMeasures) => number): number =>
    pools.reduce((total, one) => total + measure(one), 0);
  return {
    inUse: sum(({ inUse }) => inUse),
    idle: sum(({ idle }) => idle),
    waiting: sum(({ waiting }) => waiting),
    max: sum(({ max }) => max),
  };
}
