import { Kysely, PostgresDialect, type Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';
import type { Logger } from '@galley/kernel';
import { AvailabilityProbe } from './availability-probe.ts';
import type { DatabaseAddress } from './database-address.ts';
import { GuardedPool } from './guarded-pool.ts';
import { pooledClient } from './pooled-client.ts';
import { preparingClient } from './preparing-client.ts';
import type { Schema } from './schema.ts';
import { SplitDatabase } from './split-database.ts';

export type Database = Kysely<Schema>;
export type Transaction = KyselyTransaction<Schema>;

export interface DatabaseOptions {
  /** `postgres://…` URL, or its parts. */
  readonly address: string | DatabaseAddress;
  /** Address of the same database without the pooler of `address`: for work that needs a session. */
  readonly directAddress?: string | undefined;
  /** Maximum, separately for each address when there are two. */
  readonly poolSize: number;
  readonly logger: Logger;
}

export interface PoolMeasures {
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
  readonly max: number;
}

export interface DatabaseHandle {
  readonly db: Database;
  pool(): PoolMeasures;
  address(): string | DatabaseAddress;
  limitPool(size: number): void;
  /** Directs later connections to this address: an embedded server may return on another port. */
  moveTo(address: DatabaseAddress): void;
  /** While it runs, queries fail within a second once the database stops answering, and at once from then on. */
  readonly probe: AvailabilityProbe;
  close(): Promise<void>;
}

const int8 = 20;

/** `bigint` columns hold counts and ids far below 2^53, which are easier to compare and serialise as numbers. */
const types = new pg.TypeOverrides();
types.setTypeParser(int8, Number);

/** A lock held this long indicates that something hangs; fail instead of waiting with it. */
const lockTimeoutMs = 15_000;

export function openDatabase(options: DatabaseOptions): DatabaseHandle {
  const { address, directAddress, poolSize, logger } = options;
  if (directAddress === undefined) return openDirect(options);
  const direct = openDirect({ address: directAddress, poolSize, logger });
  // Poolers refuse unknown startup parameters.
  const way = openConnectionRoute(options, { Client: pooledClient(lockTimeoutMs) });
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
    // Through the pooler, so that its loss is noticed as well.
    probe: new AvailabilityProbe({ address: () => address, pool, logger }),
    close: () => db.destroy(),
  };
}

function openDirect(
  options: Omit<DatabaseOptions, 'directAddress'>,
): DatabaseHandle & { readonly guarded: GuardedPool } {
  const { pool, guarded, measure } = openConnectionRoute(options, {
    Client: preparingClient(),
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

interface ConnectionRoute {
  readonly pool: pg.Pool;
  readonly guarded: GuardedPool;
  readonly measure: () => PoolMeasures;
}

function openConnectionRoute(
  { address, poolSize, logger }: DatabaseOptions,
  more: pg.PoolConfig,
): ConnectionRoute {
  const pool = new pg.Pool({
    ...(typeof address === 'string' ? { connectionString: address } : address),
    application_name: 'galley',
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    types,
    ...more,
  });
  // Without a listener, an idle connection closed by the server would end the process; the pool replaces it.
  pool.on('error', (error) => logger.warn('database connection lost', { error: error.message }));
  // The same for a connection that is checked out but idle between two statements.
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
