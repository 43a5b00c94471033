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

/** Limits the waiting callers. A slot ends when the client disconnects or loses access. */
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
  /** Called per request, since no state is kept between requests. */
  readonly serverFor: (caller: McpCaller) => McpServer;
  readonly workerTokens: Pick<WorkerTokenService, 'find'>;
  readonly events: RunEventFeed;
  readonly waitingRoom: WaitingPlaces;
  readonly rateLimits: RateLimits;
  readonly trustedOrigins: TrustedOrigins;
}

export interface McpEndpoint {
  serve(exchange: Exchange): Promise<void>;
  close(): Promise<void>;
}

/** Stateless (GAP-RC-MCP-1). Pages of other origins are refused first (GAP-RC-MCP-2), unknown hosts before. */
export function mcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const { logger } = options;
  const onerror = (error: Error): void =>
    logger.warn('MCP request failed', { error: error.message });
  const handler = createMcpHandler(
    ({ authInfo }) => options.serverFor(authInfo!.extra!['caller'] as McpCaller),
    { onerror },
  );
  const serve = toNodeHandler(handler, { onerror });
  return {
    close: () => handler.close(),
    serve: async (exchange) => {
      const { request, response } = exchange;
      requireTrustedOrigin(request, options.trustedOrigins);
      const worker = await requireWorker(exchange, options);
      const caller = toCaller(worker, exchange, options);
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
      'Send a worker token as "Authorization: Bearer galley_worker_…". People create one with galley mcp token create.',
    );
  }
  await spendForToken(exchange, { rateLimits, key: `worker ${worker.tokenId}` });
  return worker;
}

function toCaller(
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
      'Your token expired or was revoked while you waited. Ask the person who started you for a new one.',
    );
  };
  return {
    worker,
    watch: async ({ milliseconds, ...asked }, signal) => {
      const query = { runId: worker.runId, ...asked };
      const pending = await events.next(query);
      if (pending.length > 0 || milliseconds === 0) return pending;
      using slot = waitingRoom.enter({ response, checkAgain });
      const either = AbortSignal.any([signal, slot.signal]);
      const found = await events.next(query, { milliseconds, signal: either });
      // Access may have ended while waiting.
      await checkAgain();
      return found;
    },
  };
}
