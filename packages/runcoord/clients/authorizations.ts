import { newId, newSecret, sha256 } from '@galley/kernel';
import { runProblems } from '../problems.ts';
import { quoteName, requireWorkspace } from '../require-workspace.ts';
import { RunControlRepository } from '../run-control-repository.ts';
import type { RunActor } from '../run-control.ts';
import { defaultScopes } from '../workers/role-scopes.ts';
import { workerScopes, type WorkerScope } from '../workers/worker.ts';
import { auditGrant, type ClientOptions } from './audit-grant.ts';
import { GrantTargetsReadModel } from './grant-targets-read-model.ts';
import type { AuthorizationRequest, Authority, McpClient } from './mcp-client.ts';
import { McpClientRepository } from './mcp-client-repository.ts';
import { McpGrantRepository } from './mcp-grant-repository.ts';
import { matchesRedirectUri, redirectHost } from './redirect-uri.ts';

/** Shown to a person before the decision. */
export interface AuthorizationView {
  readonly clientName: string;
  readonly redirectHost: string;
  /** Agents that the client can act as, each with the scopes that the client would get. */
  readonly agents: readonly {
    readonly id: string;
    readonly role: string;
    readonly scopes: readonly WorkerScope[];
  }[];
}

export interface ConsentRequest {
  readonly workspaceId: string;
  readonly authority: Authority;
  readonly request: AuthorizationRequest;
}

export interface Consent extends ConsentRequest {
  readonly agentId: string;
  readonly by: RunActor;
}

export interface ConsentAnswer {
  /** Id of the grant; null if the person declined. */
  readonly id: string | null;
  /** Where the person's browser goes, with the code or the refusal. */
  readonly redirectTo: string;
}

/** RFC 6749, 4.1.2 recommends at most ten minutes. */
export const codeSeconds = 60;
const codePrefix = 'galley_code_';

/**
 * Consents of people to requests of clients. A request that is not valid is shown to the person and never answered by a
 * redirect, because anyone can register a client: it would be an open redirect.
 */
export class Authorizations {
  readonly #options: ClientOptions;
  readonly #clients: McpClientRepository;
  readonly #targets: GrantTargetsReadModel;
  readonly #workspaces: RunControlRepository;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#clients = new McpClientRepository(options.db);
    this.#targets = new GrantTargetsReadModel(options.db);
    this.#workspaces = new RunControlRepository(options.db);
  }

  /** @throws `workspace_not_found`, `invalid_authorization_request`. */
  async examine(wish: ConsentRequest): Promise<AuthorizationView> {
    const client = await this.#requireValid(wish);
    const wanted = requestedScopes(wish.request);
    const agents = (await this.#targets.listAgents())
      .map(({ id, role }) => ({ id, role, scopes: grantedScopes(role, wanted) }))
      .filter(({ scopes }) => scopes.length > 0);
    return {
      clientName: client.name,
      redirectHost: redirectHost(wish.request.redirectUri),
      agents,
    };
  }

  /** @throws the errors of `examine`, `agent_not_found`, `run_not_found` without a run. */
  async approve(consent: Consent): Promise<ConsentAnswer> {
    const { request, authority, workspaceId, agentId, by } = consent;
    await this.#requireValid(consent);
    const scopes = await this.#requireScopes(agentId, requestedScopes(request));
    await this.#requireRun(workspaceId);
    const at = this.#options.clock.now();
    const [id, code] = [newId(at.getTime()), codePrefix + newSecret()];
    await this.#options.db.transaction().execute(async (transaction) => {
      const client = await new McpClientRepository(transaction).hold(request.clientId);
      if (!client) throw unknownClient();
      const grant = {
        id,
        clientId: client.id,
        workspaceId,
        agentId,
        scopes,
        resource: authority.resource,
        redirectUri: request.redirectUri,
        grantedBy: by.username,
        grantedAt: at,
        expiresAt: new Date(at.getTime() + codeSeconds * 1_000),
        codeHash: sha256(code),
        codeChallenge: request.codeChallenge,
      };
      await new McpGrantRepository(transaction).insert(grant);
      await auditGrant(this.#options.auditIn(transaction), {
        action: 'mcp_client.connect',
        grant: { ...grant, clientName: client.name },
        by,
      });
    });
    return { id, redirectTo: answerUri(consent, { code }) };
  }

  /** @throws the errors of `examine`. */
  async deny(wish: ConsentRequest): Promise<ConsentAnswer> {
    await this.#requireValid(wish);
    return { id: null, redirectTo: answerUri(wish, { error: 'access_denied' }) };
  }

  async #requireValid({ workspaceId, request, authority }: ConsentRequest): Promise<McpClient> {
    await requireWorkspace(this.#workspaces, workspaceId);
    const { clientId, redirectUri } = request;
    const client = await this.#clients.find(clientId);
    if (!client) throw unknownClient();
    if (!client.redirectUris.some((registered) => matchesRedirectUri(registered, redirectUri)))
      throw invalid('The client did not register this redirect_uri.');
    requireParameters(request, authority);
    return client;
  }

  async #requireScopes(agentId: string, wanted: ReadonlySet<string>): Promise<WorkerScope[]> {
    const agents = await this.#targets.listAgents();
    const agent = agents.find(({ id }) => id === agentId);
    const scopes = agent ? grantedScopes(agent.role, wanted) : [];
    if (scopes.length > 0) return scopes;
    throw runProblems.agent_not_found(
      `The client cannot act as "${quoteName(agentId)}": there is no such enabled agent, or it has none of the requested scopes.`,
    );
  }

  async #requireRun(workspaceId: string): Promise<void> {
    if ((await this.#targets.findNewestRun(workspaceId)) !== undefined) return;
    throw runProblems.run_not_found('Start a run first: connected clients work in the newest run.');
  }
}

/** Never more than the agent's role has. */
export function grantedScopes(role: string, wanted: ReadonlySet<string>): WorkerScope[] {
  return defaultScopes(role).filter((scope) => wanted.has(scope));
}

function requestedScopes({ scope }: AuthorizationRequest): ReadonlySet<string> {
  const wanted = scope.split(' ').filter((one) => one !== '');
  return new Set(wanted.length === 0 ? workerScopes : wanted);
}

function requireParameters(request: AuthorizationRequest, { resource }: Authority): void {
  if (request.responseType !== 'code') throw invalid('response_type must be "code".');
  if (request.codeChallengeMethod !== 'S256')
    throw invalid('code_challenge_method must be "S256": PKCE is required.');
  if (!/^[A-Za-z0-9_-]{43}$/.test(request.codeChallenge))
    throw invalid('code_challenge must be a SHA-256 in base64url.');
  if (request.resource !== resource)
    throw invalid(
      `resource must be "${resource}", the address of this server for clients. Connect with exactly this address.`,
    );
}

function answerUri(
  { request, authority }: ConsentRequest,
  answer: Readonly<Record<string, string>>,
): string {
  const uri = new URL(request.redirectUri);
  const { state } = request;
  const parameters = { ...answer, ...(state !== undefined && { state }), iss: authority.issuer };
  for (const [name, value] of Object.entries(parameters)) uri.searchParams.set(name, value);
  return uri.href;
}

function invalid(message: string): Error {
  return runProblems.invalid_authorization_request(message);
}

function unknownClient(): Error {
  return invalid(
    'This site does not know the client, because it registered with another site at this address, or 90 days ago. ' +
      'In the client, remove its stored sign-in or the server, and connect again.',
  );
}
