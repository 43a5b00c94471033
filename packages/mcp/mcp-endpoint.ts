import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  bearerOf,
  httpProblems,
  spendForToken,
  trackWork,
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
    readonly checkAgain: () => Promise<unknown>;
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
  /** Where people can connect clients; `undefined` where only worker tokens are accepted. */
  readonly protection?: (request: Exchange['request']) => ResourceProtection | undefined;
}

/** RFC 9728. */
export interface ResourceProtection {
  /** The address for which tokens of connected clients are accepted. */
  readonly resource: string;
  /** Tells clients where they get a token. */
  readonly metadataUrl: string;
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
      await trackWork(response, serve(Object.assign(request, { auth }), response));
    },
  };
}

async function requireWorker(exchange: Exchange, options: McpEndpointOptions): Promise<Worker> {
  const { workerTokens, rateLimits } = options;
  const protection = options.protection?.(exchange.request);
  const find = (token: string) => workerTokens.find(token, protection?.resource);
  try {
    const worker = await bearerOf(exchange, { find, rateLimits });
    if (worker) {
      await spendForToken(exchange, { rateLimits, key: `worker ${worker.tokenId}` });
      return worker;
    }
  } catch (error) {
    if (httpProblems.unauthenticated.is(error)) setChallenge(exchange, protection);
    throw error;
  }
  setChallenge(exchange, protection);
  throw httpProblems.unauthenticated(
    'Send a worker token as "Authorization: Bearer galley_worker_…". People create one with galley mcp token create.',
  );
}

/** RFC 9728, 5.1: how a client without a token finds the sign-in. */
function setChallenge({ response }: Exchange, protection: ResourceProtection | undefined): void {
  if (!protection) return;
  const parameters = response.get('WWW-Authenticate')?.replace(/^Bearer ?/, '') ?? '';
  const metadata = `resource_metadata="${protection.metadataUrl}"`;
  response.set('WWW-Authenticate', `Bearer ${[parameters, metadata].filter(Boolean).join(', ')}`);
}

function toCaller(
  worker: Worker,
  { request, response }: Exchange,
  { events, waitingRoom, workerTokens, protection }: McpEndpointOptions,
): McpCaller {
  const token = request
    .get('authorization')!
    .replace(/^\S+ +/, '')
    .trim();
  const checkAgain = async (): Promise<void> => {
    if (await workerTokens.find(token, protection?.(request)?.resource)) return;
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
