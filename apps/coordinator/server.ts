import express, { type Express } from 'express';
import { contract } from '@galley/contract';
import { isConnectionError } from '@galley/database';
import {
  Metrics,
  problemHandler,
  requestId,
  requestLog,
  securityHeaders,
  type MetricsSource,
  type RateLimits,
} from '@galley/http';
import { isLoopbackHost } from '@galley/kernel';
import type { McpEndpoint } from '@galley/mcp';
import type { SupervisorGateway } from '@galley/runcoord';
import { runsRouter, type RunsApiParts } from '@galley/run-api';
import {
  answerProbe,
  oncePerSecond,
  notFound,
  createBuildInfoMetrics,
  createLoopMetrics,
  createProcessMetrics,
  type ShutdownStack,
  type AllowedHosts,
  type ConnectedDatabase,
  type Probe,
  type RequestListener,
} from '@galley/service';
import type { Config } from '@galley/settings';
import { describeHealth, describeReadiness, type HealthParts } from './system/health.ts';
import { deskPath } from './supervisor/gateway-methods.ts';
import { serveSupervisorGateway } from './supervisor/serve-supervisor-gateway.ts';
import { tellRuns, type RunMetricsParts } from './runs/run-metrics.ts';
import { tellSupervisors } from './supervisor/supervisor-watch.ts';

export interface ServerParts extends RunsApiParts, HealthParts, RunMetricsParts {
  readonly runs: RunsApiParts['runs'] & { readonly metrics: readonly MetricsSource[] };
  readonly databasePool: ConnectedDatabase['pool'];
  /** Metrics are disabled without a token. */
  readonly metricsToken: string | undefined;
  readonly cleanUp: Pick<ShutdownStack, 'tickers'>;
  readonly rateLimits: RateLimits;
  readonly hosts: AllowedHosts;
  readonly mcp: McpEndpoint;
  readonly gateway: SupervisorGateway;
}

export function requestListener(parts: ServerParts): RequestListener {
  const { metricsToken: token, cleanUp, logger, build, databasePool } = parts;
  const sources = [
    ...[
      createProcessMetrics(databasePool),
      createLoopMetrics(() => cleanUp.tickers),
      createBuildInfoMetrics(build),
    ],
    ...[tellRuns(parts), ...parts.runs.metrics, tellSupervisors(parts.supervisors)],
  ];
  return new Metrics({ token, logger, sources }).measure(listener(parts));
}

/** Probes come first, so that they work even if other parts fail. */
function listener(parts: ServerParts): RequestListener {
  const app = createApp(parts);
  const probes: Readonly<Record<string, Probe>> = {
    '/healthz': oncePerSecond(async () => ({ status: 200, body: await describeHealth(parts) })),
    '/readyz': oncePerSecond(async () => {
      const body = await describeReadiness(parts);
      return { status: body.status === 'ready' ? 200 : 503, body };
    }),
  };
  return (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    const probe = Object.hasOwn(probes, path) ? probes[path] : undefined;
    if (!probe) {
      const unknownHost = parts.hosts.findUnknown(request);
      if (unknownHost === undefined) app(request, response);
      else parts.hosts.refuse(unknownHost, request, response);
      return;
    }
    answerProbe(request, response, probe).catch((error: unknown) => {
      parts.logger.error('health probe failed', { path, error: String(error) });
      response.destroy();
    });
  };
}

function createApp(parts: ServerParts): Express {
  const { config, logger, rateLimits } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.server.trustedProxies);
  app.set('etag', false);
  app.use(requestId(), requestLog(logger), securityHeaders());
  app.use('/api/v1', runsRouter({ ...parts, isOpen: openStatus(config) }, rateLimits));
  app.all('/mcp', (request, response) => parts.mcp.serve({ request, response }));
  const { token } = config.coordinator.supervisor;
  if (token !== undefined) app.use(deskPath, serveSupervisorGateway(parts.gateway, token));
  app.use(notFound);
  app.use(problemHandler({ logger, isUnavailable: isConnectionError }));
  return app;
}

/**
 * Only for local clients (GAP-RC-API-1): not for foreign host names, as from a page in a browser, and never behind
 * trusted proxies, which pass on requests of others.
 */
function openStatus({ coordinator, server }: Config): RunsApiParts['isOpen'] {
  if (!isLoopbackHost(coordinator.address.host) || server.trustedProxies.length > 0) return;
  return (operation, request) =>
    operation.id === contract.runs.status.id && isLoopbackHost(request.hostname);
}
