import { isConnectionError } from '@galley/database';
import type { RateLimits } from '@galley/http';
import { openEndpoint, type McpEndpoint } from '@galley/mcp';
import { rateLimitsOf, type ShutdownStack } from '@galley/service';
import type { Coordinator } from '../compose.ts';
import type { Listening } from '../system/listening.ts';

interface Surroundings {
  readonly listening: Pick<Listening, 'hosts'>;
  readonly cleanUp: ShutdownStack;
}

/** For agents with worker tokens, and shares the API's rate limits. The content server also connects clients. */
export function openMcp(
  { config, logger, build, runs }: Coordinator,
  { listening, cleanUp }: Surroundings,
): { readonly mcp: McpEndpoint; readonly rateLimits: RateLimits } {
  const rateLimits = rateLimitsOf(config);
  const mcp = openEndpoint({
    runs,
    version: build.version,
    logger,
    isUnavailable: isConnectionError,
    rateLimits,
    isNamed: (host) => listening.hosts.isNamed(host),
  });
  cleanUp.add('the endpoint for agents', () => mcp.close());
  return { mcp, rateLimits };
}
