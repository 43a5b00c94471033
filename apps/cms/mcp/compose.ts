import { isConnectionError } from '@galley/database';
import type { RateLimits } from '@galley/http';
import { openEndpoint, type McpEndpoint } from '@galley/mcp';
import { isSafeForOAuth, mcpAuthority } from '@galley/run-api';
import type { AllowedHosts } from '@galley/service';
import type { Environment } from '../environment.ts';
import { protectedResourcePath } from './oauth-router.ts';

export interface McpParts {
  readonly runs: Parameters<typeof openEndpoint>[0]['runs'];
  readonly rateLimits: RateLimits;
  readonly hosts: AllowedHosts;
}

/** The endpoint below the admin, where people can connect clients. */
export function composeMcp(
  { config, logger, build }: Environment,
  { runs, rateLimits, hosts }: McpParts,
): McpEndpoint {
  const adminPath = config.admin.path;
  return openEndpoint({
    runs,
    version: build.version,
    logger,
    isUnavailable: isConnectionError,
    rateLimits,
    isNamed: (host) => hosts.isNamed(host),
    protection: (request) => {
      if (!isSafeForOAuth(request)) return undefined;
      const { issuer, resource } = mcpAuthority(request, adminPath);
      return { resource, metadataUrl: `${issuer}${protectedResourcePath}/${adminPath}/mcp` };
    },
  });
}
