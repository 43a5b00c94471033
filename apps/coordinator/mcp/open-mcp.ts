import { resolve } from 'node:path';
import { isConnectionError } from '@galley/database';
import type { RateLimits } from '@galley/http';
import { mcpEndpoint, mcpServer, RepositoryReader, type McpEndpoint } from '@galley/mcp';
import { WorkerService } from '@galley/runcoord';
import { rateLimitsOf, type ShutdownStack } from '@galley/service';
import type { Coordinator } from '../compose.ts';
import type { Listening } from '../system/listening.ts';

interface Surroundings {
  readonly projectDirectory: string;
  readonly listening: Pick<Listening, 'hosts'>;
  readonly cleanUp: ShutdownStack;
}

/** Shares the API's rate limits. */
export function openMcp(
  { config, db, clock, logger, build, runs }: Coordinator,
  { projectDirectory, listening, cleanUp }: Surroundings,
): { readonly mcp: McpEndpoint; readonly rateLimits: RateLimits } {
  const { enforcement, scope, workspace } = config.coordinator;
  const rateLimits = rateLimitsOf(config);
  const { id: workspaceId, repository } = workspace;
  const directory = repository === undefined ? undefined : resolve(projectDirectory, repository);
  const served = {
    logger,
    version: build.version,
    isUnavailable: isConnectionError,
    service: new WorkerService({ db, clock, enforcement, scope, patches: runs.repository }),
    repository: new RepositoryReader({ workspaceId, directory, logger }),
  };
  const mcp = mcpEndpoint({
    serverFor: (caller) => mcpServer(served, caller),
    logger,
    rateLimits,
    workerTokens: runs.workerTokens,
    events: runs.events,
    waitingRoom: runs.waitingRoom,
    trustedOrigins: { isNamed: (host) => listening.hosts.isNamed(host) },
  });
  cleanUp.add('the endpoint for agents', () => mcp.close());
  return { mcp, rateLimits };
}
