import type { MetricDefinition } from '@galley/http';
import { projectRunMetrics } from '@galley/run-api';
import { buildInfoMetrics, loopMetrics, processMetrics } from '@galley/service';
import { eventWaiterMetricDefinitions } from './agents/event-waiter-metrics.ts';
import { backupMetricDefinitions } from './backups/backup-metrics.ts';
import { buildMetricDefinitions, madeBuildsMetricDefinitions } from './build/build-metrics.ts';
import {
  documentMetricDefinitions,
  searchMetricDefinitions,
} from './documents/document-metrics.ts';
import { mediaMetricDefinitions } from './media/media-metrics.ts';
import { peopleMetricDefinitions } from './people/people-metrics.ts';
import { siteMetricDefinitions } from './site/site-metrics.ts';
import { rateLimitMetricDefinitions, storageMetricDefinitions } from './system/system-metrics.ts';

type MetricDefinitions = Readonly<Record<string, MetricDefinition>>;

/** Lets the reference be generated without a server. */
export const contentServerMetrics: readonly MetricDefinition[] = [
  processMetrics,
  loopMetrics,
  buildInfoMetrics,
  siteMetricDefinitions,
  searchMetricDefinitions,
  mediaMetricDefinitions,
  madeBuildsMetricDefinitions,
  peopleMetricDefinitions,
  rateLimitMetricDefinitions,
  eventWaiterMetricDefinitions,
  documentMetricDefinitions,
  buildMetricDefinitions,
  backupMetricDefinitions,
  storageMetricDefinitions,
  projectRunMetrics,
].flatMap((definitions: MetricDefinitions) => Object.values(definitions));
