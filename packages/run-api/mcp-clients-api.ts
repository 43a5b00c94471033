import type { Request } from 'express';
import type { BodyOf, contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { toWire } from '@galley/kernel';
import {
  redirectHost,
  runProblems,
  type Authorizations,
  type AuthorizationRequest,
  type Authority,
  type ConnectedClients,
  type McpGrant,
} from '@galley/runcoord';
import { isSafeForOAuth, mcpAuthority } from './mcp-addresses.ts';
import { presentPage } from './present-run-records.ts';
import { pageLength } from './run-records-api.ts';
import { runActor } from './run-actor.ts';

export interface McpClientsApiOptions {
  readonly clients: {
    readonly authorizations: Authorizations;
    readonly connected: ConnectedClients;
  };
  readonly adminPath: string;
}

export function mcpClientsHandlers({
  clients: { authorizations, connected },
  adminPath,
}: McpClientsApiOptions): Module<typeof contract.mcpClients> {
  return {
    list: async ({ params, query }) => {
      const asked = { workspaceId: params.id, limit: pageLength(query.limit), after: query.after };
      return presentPage(await connected.list(asked), presentClient);
    },

    request: async ({ params, query, request }) => {
      const found = await authorizations.examine({
        workspaceId: params.id,
        authority: requireAuthority(request, adminPath),
        request: toRequest(query),
      });
      const agents = found.agents.map(({ scopes, ...agent }) => ({
        ...agent,
        scopes: [...scopes],
      }));
      return { client_name: found.clientName, redirect_host: found.redirectHost, agents };
    },

    connect: async ({ params, body, ...call }) => {
      const { agent_id: agentId, ...given } = body;
      const wish = {
        workspaceId: params.id,
        authority: requireAuthority(call.request, adminPath),
        request: toRequest(given),
      };
      const { id, redirectTo } =
        agentId === null
          ? await authorizations.deny(wish)
          : await authorizations.approve({ ...wish, agentId, by: runActor(call) });
      return { id, redirect_to: redirectTo };
    },

    revoke: async ({ params, ...call }) =>
      presentClient(await connected.revoke(params.id, params.client, runActor(call))),
  };
}

function requireAuthority(request: Request, adminPath: string): Authority {
  if (isSafeForOAuth(request)) return mcpAuthority(request, adminPath);
  throw runProblems.invalid_authorization_request(
    'Clients can connect only over HTTPS, or to localhost. Behind a proxy, set server.trusted_proxies.',
  );
}

function toRequest(
  given: Omit<BodyOf<typeof contract.mcpClients.connect>, 'agent_id'>,
): AuthorizationRequest {
  return {
    clientId: given.client_id,
    redirectUri: given.redirect_uri,
    responseType: given.response_type,
    codeChallenge: given.code_challenge,
    codeChallengeMethod: given.code_challenge_method,
    resource: given.resource,
    scope: given.scope ?? '',
    state: given.state,
  };
}

function presentClient({ clientName, grantedBy, grantedAt, ...grant }: McpGrant) {
  const { redirectUri } = grant;
  const connected = { connectedBy: grantedBy, connectedAt: grantedAt };
  return {
    ...toWire({ ...grant, ...connected, name: clientName }),
    redirect_host: redirectHost(redirectUri),
  };
}
