import { availableParallelism } from 'node:os';
import { connectionLimit, type Database } from '@galley/database';
import type { Logger } from '@galley/kernel';
import type { Config } from '@galley/settings';

/** How many processes serve; 1 when that is this one. */
export function workerCount({ server: { workers } }: Config): number {
  return workers === 0 ? availableParallelism() : workers;
}

/** Of each process beside its pool: those that listen, the probe, and the one that holds the embedded server. */
const besidesPool = 4;
/** For this process, the threads of a static build, and commands that run meanwhile. */
const forOthers = 16;
const smallestPool = 2;

export interface WorkerPools {
  readonly config: Config;
  readonly count: number;
  readonly logger: Logger;
}

/** Variables for the workers, so that their pools together take no more connections than the database has. */
export async function workerVariables(
  db: Database,
  { config: { database }, count, logger }: WorkerPools,
): Promise<Record<string, string>> {
  const limit = await connectionLimit(db);
  const share = Math.floor((limit - forOthers) / count) - besidesPool;
  if (share >= database.poolSize) return {};
  const pool_size = Math.max(share, smallestPool);
  const reason = { workers: count, max_connections: limit, pool_size };
  if (share < smallestPool)
    logger.warn('the database grants too few connections for so many workers', reason);
  else logger.info('each worker has a smaller pool, since all share the connections', reason);
  return { GALLEY_DATABASE__POOL_SIZE: String(pool_size) };
}
