import { pingDatabase } from '@galley/database';
import type { RateLimits } from '@galley/http';
import { createBuildInfoMetrics, createProcessMetrics } from '@galley/service';
import type { Environment } from '../environment.ts';
import type { HealthCheck } from '../service-component.ts';
import { checkStorage, storageFolders } from './storage-check.ts';
import { rateLimitMetrics, storageMetrics } from './system-metrics.ts';

export function composeSystem(
  { config, db, databasePool, build }: Environment,
  rateLimits: RateLimits,
) {
  return {
    health: {
      ...storageChecks(config.storage),
      database: { check: () => pingDatabase(db), fault: 'does not answer' },
    },
    metrics: [
      createProcessMetrics(databasePool),
      createBuildInfoMetrics(build),
      rateLimitMetrics(rateLimits),
      storageMetrics(config),
    ],
  };
}

function storageChecks(
  storage: Environment['config']['storage'],
): Readonly<Record<string, HealthCheck>> {
  const fault = 'cannot be read and written';
  return Object.fromEntries(
    Object.entries(storageFolders(storage)).map(([name, directory]) => [
      `storage.${name}`,
      { check: () => checkStorage(directory), fault },
    ]),
  );
}
