import type { MetricDefinition, MetricsSource } from '@galley/http';
import { projectRunMetrics, tellProjectRuns } from '@galley/run-api';
import {
  buildInfoMetrics,
  loopMetrics,
  processMetrics,
  tellBuildInfo,
  tellProcess,
} from '@galley/service';
import type { Environment } from '../environment.ts';
import { buildMetrics, tellBuilds } from './build-metrics.ts';
import { contentMetrics, tellContent } from './content-metrics.ts';
import { serverMetrics, tellServer, type Measured } from './server-metrics.ts';
import { backupMetrics, storageMetrics, tellBackups, tellStorage } from './storage-metrics.ts';

interface MetricsParts extends Omit<Measured, 'searchFiller' | 'signIn' | 'waitingRoom'> {
  readonly indexer: Pick<Measured, 'searchFiller'>;
  readonly people: Pick<Measured, 'signIn'>;
  readonly runs: Pick<Measured, 'waitingRoom'>;
  readonly builds: Measured['builds'] & Parameters<typeof tellBuilds>[0];
  readonly backups: Parameters<typeof tellBackups>[0];
}

/** What the content server tells in its metrics beside its requests and its process. */
export function composeMetrics(
  environment: Environment,
  { indexer, people, runs, ...parts }: MetricsParts,
): readonly MetricsSource[] {
  const { config, db, databasePool, build } = environment;
  const { searchFiller } = indexer;
  const { signIn } = people;
  const { waitingRoom } = runs;
  return [
    tellProcess(databasePool),
    tellServer({ ...parts, searchFiller, signIn, waitingRoom }),
    tellBuildInfo(build),
    tellContent(environment),
    tellBuilds(parts.builds),
    tellBackups(parts.backups),
    tellStorage(config),
    tellProjectRuns(db),
  ];
}

type MetricDefinitions = Readonly<Record<string, MetricDefinition>>;

/** The definitions of all of them. */
export const contentServerMetrics: readonly MetricDefinition[] = [
  ...[processMetrics, loopMetrics, serverMetrics, buildInfoMetrics, contentMetrics],
  ...[buildMetrics, backupMetrics, storageMetrics, projectRunMetrics],
].flatMap((definitions: MetricDefinitions) => Object.values(definitions));
