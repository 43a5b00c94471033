import type { RateLimits } from '@galley/http';
import type { Logger } from '@galley/kernel';
import type { RunEventFeed, WorkerService, WorkerTokenService } from '@galley/runcoord';
import {
  mcpEndpoint,
  type McpEndpoint,
  type McpEndpointOptions,
  type WaitingPlaces,
} from './mcp-endpoint.ts';
import { mcpServer } from './mcp-server.ts';
import { RepositoryReader, type RepositoryReaderOptions } from './repository-reader.ts';

export interface OpenEndpointOptions extends Pick<McpEndpointOptions, 'protection'> {
  readonly runs: {
    readonly workers: WorkerService;
    readonly workerTokens: WorkerTokenService;
    readonly events: RunEventFeed;
    readonly waitingRoom: WaitingPlaces;
    readonly workspace: Omit<RepositoryReaderOptions, 'logger'>;
  };
  readonly version: string;
  readonly logger: Logger;
  readonly isUnavailable: (error: unknown) => boolean;
  readonly rateLimits: RateLimits;
  readonly isNamed: (host: string) => boolean;
}

/** The endpoint with Galley's tools, documents and prompts. */
export function openEndpoint(options: OpenEndpointOptions): McpEndpoint {
  const { runs, logger, version, isUnavailable, isNamed } = options;
  const served = {
    logger,
    version,
    isUnavailable,
    service: runs.workers,
    repository: new RepositoryReader({ ...runs.workspace, logger }),
  };
  return mcpEndpoint({
    ...runs,
    ...options,
    serverFor: (caller) => mcpServer(served, caller),
    trustedOrigins: { isNamed },
  });
}
