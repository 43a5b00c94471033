import { availableParallelism } from 'node:os';
import { connectionLimit } from '@galley/database';
import { connectDatabase, type ConnectedDatabase, type ConnectOptions } from '@galley/service';
import type { Config } from '@galley/settings';

/** 1 when this process serves itself. */
export function workerCount({ server: { workers } }: Config): number {
  return workers === 0 ? availableParallelism() : workers;
}

/** Connections of each process outside its pool: listeners, the probe, and the holder of the embedded server. */
export const connectionsBesidePool = 4;
/** Connections for static builds and for concurrent commands. */
export const connectionsForOthers = 16;
const smallestPool = 2;

/** Connects like `connectDatabase`, with the pool limited to a `count`-th of the available connections. */
export async function connectWorker(
  options: ConnectOptions,
  count: number,
): Promise<ConnectedDatabase> {
  const connected = await connectDatabase(options);
  const { poolSize } = options.config.database;
  const limit = await connectionLimit(connected.db);
  const share = Math.floor((limit - connectionsForOthers) / count) - connectionsBesidePool;
  if (share >= poolSize) return connected;
  const pool_size = Math.max(share, smallestPool);
  connected.limitPool(pool_size);
  const reason = { workers: count, max_connections: limit, pool_size };
  if (share < smallestPool)
    options.logger.warn('too few database connections for the configured workers', reason);
  else options.logger.info('database pool reduced, workers share the connections', reason);
  return connected;
}
