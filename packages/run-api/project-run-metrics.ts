import type { Database } from '@galley/database';
import { samplesBy, type MetricDefinition, type MetricsSource } from '@galley/http';
import { RunMeasuresReadModel } from '@galley/runcoord';

/** Every service reports the same values. */
export const projectRunMetrics = {
  runs: {
    name: 'galley_project_runs',
    type: 'gauge',
    help: 'Runs of the project that are in progress, by state.',
    labels: ['state'],
  },
  unattended: {
    name: 'galley_project_runs_unattended',
    type: 'gauge',
    help: 'Active runs without a coordinator: none was started, or all have stopped.',
  },
  proposals: {
    name: 'galley_proposals_open',
    type: 'gauge',
    help: 'Open proposals by state: pending, in_review or revision_requested.',
    labels: ['state'],
  },
  approvals: {
    name: 'galley_approvals_waiting',
    type: 'gauge',
    help: 'Requested approvals that await a decision.',
  },
} as const satisfies Record<string, MetricDefinition>;

const cacheTtlMs = 5_000;

export function tellProjectRuns(db: Database): MetricsSource<keyof typeof projectRunMetrics> {
  const measures = new RunMeasuresReadModel(db);
  return {
    definitions: projectRunMetrics,
    isProjectWide: true,
    cacheLifetimeMs: cacheTtlMs,
    async collect() {
      const { runs, proposals, unattended, approvals } = await measures.read();
      return {
        runs: samplesBy('state', runs),
        proposals: samplesBy('state', proposals),
        unattended,
        approvals,
      };
    },
  };
}
