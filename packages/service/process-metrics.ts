import type { PoolMeasures } from '@galley/database';
import type { MetricDefinition, MetricsSource } from '@galley/http';
import type { BuildInfo } from './build-info.ts';

export const processMetrics = {
  processes: {
    name: 'galley_processes',
    type: 'gauge',
    help: 'Processes that answer requests of this service.',
  },
  connections: {
    name: 'galley_database_connections',
    type: 'gauge',
    help: 'Connections to the database by what they do: in_use or idle.',
    labels: ['state'],
  },
  connectionsMax: {
    name: 'galley_database_connections_max',
    type: 'gauge',
    help: 'How many connections to the database there may be at most (database.pool_size).',
  },
  connectionsWaiting: {
    name: 'galley_database_connections_waiting',
    type: 'gauge',
    help: 'Tasks that wait for a connection to the database, because all are in use.',
  },
} as const satisfies Record<string, MetricDefinition>;

export function tellProcess(pool: () => PoolMeasures): MetricsSource<keyof typeof processMetrics> {
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
    help: 'Which Galley runs: always 1, with version, commit and provenance (tagged, snapshot, modified or unknown).',
    labels: ['version', 'commit', 'provenance'],
  },
} as const satisfies Record<string, MetricDefinition>;

export function tellBuildInfo({
  version,
  commit,
  provenance,
}: BuildInfo): MetricsSource<keyof typeof buildInfoMetrics> {
  return {
    definitions: buildInfoMetrics,
    isOfProject: true,
    collect: () => ({ build: [{ labels: { version, commit, provenance }, value: 1 }] }),
  };
}
