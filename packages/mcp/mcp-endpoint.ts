import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  bearerOf,
  httpProblems,
  spendForToken,
  type Exchange,
  type RateLimits,
} from '@galley/http';
import type { Logger } from '@galley/kernel';
import {
  runProblems,
  type RunEventFeed,
  type Worker,
  type WorkerTokenService,
} from '@galley/runcoord';
import type { McpCaller } from './mcp-server.ts';
import { requireTrustedOrigin, type TrustedOrigins } from './trusted-origins.ts';

/** Where those wait who watch for events; so many at once, and each as long as it is there and may know. */
export interface WaitingPlaces {
  enter(guest: {
    readonly response: Exchange['response'];
    readonly checkAgain: () => Promise<void>;
  }): Disposable & {
    readonly signal: AbortSignal;
  };
}

export interface McpEndpointOptions {
  readonly logger: Logger;
  /** What answers one request of a caller; a new one each time, since nothing is kept between two. */
  readonly serverFor: (caller: McpCaller) => McpServer;
  readonly workerTokens: Pick<WorkerTokenService, 'find'>;
  readonly events: RunEventFeed;
  readonly waitingRoom: WaitingPlaces;
  readonly rateLimits: RateLimits;
  readonly trustedOrigins: TrustedOrigins;
}

export interface McpEndpoint {
  serve(exchange: Exchange): Promise<void>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/**
 * Streamable HTTP (GAP-RC-MCP-1, GAP-RC-MCP-2), without sessions: each request is judged by its token, and answered by
 * a server of its own. Requests from pages of other origins are refused before anything else; unknown hosts are refused
 * by `AllowedHosts` of `service`, in front of it.
 */
export function mcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const { logger } = options;
  const onerror = (error: Error): void =>
    logger.warn('an MCP request could not be served', { error: error.message });
  const served = createMcpHandler(
    ({ authInfo }) => options.serverFor(authInfo!.extra!['caller'] as McpCaller),
    { onerror },
  );
  const serve = toNodeHandler(served, { onerror });
  return {
    close: () => served.close(),
    serve: async (exchange) => {
      const { request, response } = exchange;
      requireTrustedOrigin(request, options.trustedOrigins);
      const worker = await requireWorker(exchange, options);
      const caller = callerOf(worker, exchange, options);
      const auth = {
        token: '',
        clientId: worker.agentId,
        scopes: [...worker.scopes],
        extra: { caller },
      };
      await serve(Object.assign(request, { auth }), response);
    },
  };
}

async function requireWorker(
  exchange: Exchange,
  { workerTokens, rateLimits }: McpEndpointOptions,
): Promise<Worker> {
  const find = (token: string) => workerTokens.find(token);
  const worker = await bearerOf(exchange, { find, rateLimits });
  if (!worker) {
    throw httpProblems.unauthenticated(
      'Send the token of a worker, as "Authorization: Bearer galley_worker_…". People make one with galley mcp token create.',
    );
  }
  await spendForToken(exchange, { rateLimits, key: `worker ${worker.tokenId}` });
  return worker;
}

function callerOf(
  worker: Worker,
  { request, response }: Exchange,
  { events, waitingRoom, workerTokens }: McpEndpointOptions,
): McpCaller {
  const token = request
    .get('authorization')!
    .replace(/^\S+ +/, '')
    .trim();
  const checkAgain = async (): Promise<void> => {
    if (await workerTokens.find(token)) return;
    throw runProblems.worker_token_ended(
      'Your token has expired or was revoked while you waited. Ask whoever started you for another.',
    );
  };
  return {
    worker,
    watch: async ({ milliseconds, ...asked }, signal) => {
      const wanted = { runId: worker.runId, ...asked };
      const there = await events.next(wanted);
      if (there.length > 0 || milliseconds === 0) return there;
      using place = waitingRoom.enter({ response, checkAgain });
      const either = AbortSignal.any([signal, place.signal]);
      const found = await events.next(wanted, { milliseconds, signal: either });
      // What has come meanwhile is for those who may still know.
      await checkAgain();
      return found;
    },
  };
}
