import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { toWire } from '@galley/kernel';
import type { WorkerTokenService } from '@galley/runcoord';
import { presentNewWorkerToken, presentPage } from './present-run-records.ts';
import { pageLength } from './run-records-api.ts';
import { runActor } from './run-actor.ts';

export interface WorkerTokensApiOptions {
  readonly workerTokens: WorkerTokenService;
}

/** Without idempotency keys: answers contain tokens, which must not be stored (GAP-RC-API-9). */
export function workerTokensHandlers({
  workerTokens,
}: WorkerTokensApiOptions): Module<typeof contract.workerTokens> {
  return {
    list: async ({ params, query }) => {
      const { after, run_id: runId, limit } = query;
      const asked = { workspaceId: params.id, limit: pageLength(limit), after, runId };
      return presentPage(await workerTokens.list(asked), toWire);
    },

    create: async ({ params, body, ...call }) => {
      const { run_id: runId, agent_id: agentId, scopes, ttl_seconds: ttlSeconds } = body;
      const wish = { workspaceId: params.id, runId, agentId, scopes, ttlSeconds };
      return presentNewWorkerToken(await workerTokens.create({ ...wish, by: runActor(call) }));
    },

    revoke: async ({ params, ...call }) =>
      toWire(await workerTokens.revoke(params.id, params.token, runActor(call))),
  };
}
