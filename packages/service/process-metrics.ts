import type { PoolMeasures } from '@galley/database';
import type { MetricDefinition, MetricsSource } from '@galley/http';
import type { BuildInfo } from './build-info.ts';

export const processMetrics = {
  processes: {
    name: 'galley_processes',
    type: 'gauge',
    help: 'Processes of this service that handle requests.',
  },
  connections: {
    name: 'galley_database_connections',
    type: 'gauge',
    help: 'Database connections by state: in_use or idle.',
    labels: ['state'],
  },
  connectionsMax: {
    name: 'galley_database_connections_max',
    type: 'gauge',
    help: 'Maximum number of database connections (database.pool_size).',
  },
  connectionsWaiting: {
    name: 'galley_database_connections_waiting',
    type: 'gauge',
    help: 'Tasks waiting for a free database connection.',
  },
} as const satisfies Record<string, MetricDefinition>;

export function createProcessMetrics(
  pool: () => PoolMeasures,
): MetricsSource<keyof typeof processMetrics> {
  return {
    definitions: processMetrics,
    collect() {
      const { inUse, idle, waiting, max } = pool();
      const connections = [
        { labels: { state: 'in_use' }, value: inUse },
        { labels: { state: 'idle' }, value: idle },
      ];
      return { processes: 1, connections, connectionsMax: max, connectionsWaiting: waiting };
    },
  };
}

export const buildInfoMetrics = {
  build: {
    name: 'galley_build_info',
    type: 'gauge',
    help: 'Build information: always 1, labelled with version, commit and provenance (tagged, snapshot, modified or unknown).',
    labels: ['version', 'commit', 'provenance'],
  },
} as const satisfies Record<string, MetricDefinition>;

export function createBuildInfoMetrics({
  version,
  commit,
  provenance,
}: BuildInfo): MetricsSource<keyof typeof buildInfoMetrics> {
  return {
    definitions: buildInfoMetrics,
    isProjectWide: true,
    collect: () => ({ build: [{ labels: { version, commit, provenance }, value: 1 }] }),
  };
}
