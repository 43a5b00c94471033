import { createHash } from 'node:crypto';
import type { Transaction } from '@galley/database';
import { newId, newSecret, sha256, systemActor } from '@galley/kernel';
import { AgentRepository } from '../agent-repository.ts';
import type { RunActor } from '../run-control.ts';
import { workerTokenPrefix } from '../workers/worker-token-service.ts';
import { WorkerTokenRepository } from '../workers/worker-token-repository.ts';
import { auditGrant, type ClientOptions } from './audit-grant.ts';
import { grantedScopes } from './authorizations.ts';
import { GrantTargetsReadModel } from './grant-targets-read-model.ts';
import type { IssuedTokens } from './mcp-client.ts';
import { McpClientRepository } from './mcp-client-repository.ts';
import { McpGrantRepository, type HeldGrant } from './mcp-grant-repository.ts';
import { OAuthError } from './oauth-error.ts';

export interface ClientTokensOptions extends ClientOptions {
  /** Whether the person may still connect clients. */
  readonly mayConnect: (transaction: Transaction, username: string) => Promise<boolean>;
}

/** Parameters of a token request, as the client sent them; missing ones are empty. */
export interface TokenRequest {
  readonly grantType: string;
  readonly clientId: string;
  readonly code: string;
  readonly redirectUri: string;
  readonly codeVerifier: string;
  readonly refreshToken: string;
  /** If given, it has to be the address that the person agreed to. */
  readonly resource: string;
}

/** Origin of a request, for the audit log. */
export type RequestSource = Omit<RunActor, 'username'>;

export const accessTokenSeconds = 15 * 60;
const refreshTokenMs = 30 * 24 * 3_600_000;
const refreshPrefix = 'galley_refresh_';

/** A refused use of a code or token that was used before: whoever has it, the grant ends. */
type Outcome = IssuedTokens | { readonly refusal: string };

export class ClientTokens {
  readonly #options: ClientTokensOptions;

  constructor(options: ClientTokensOptions) {
    this.#options = options;
  }

  /** @throws OAuthError `unsupported_grant_type`, `invalid_client`, `invalid_grant`, `invalid_target`. */
  async issue(request: TokenRequest, from: RequestSource): Promise<IssuedTokens> {
    const { grantType, clientId } = request;
    if (!['authorization_code', 'refresh_token'].includes(grantType))
      throw new OAuthError(
        'unsupported_grant_type',
        'grant_type must be "authorization_code" or "refresh_token".',
      );
    // Clients register again after this code alone.
    if (!(await new McpClientRepository(this.#options.db).find(clientId)))
      throw new OAuthError('invalid_client', 'The client is not registered.');
    const outcome = await this.#options.db
      .transaction()
      .execute((transaction) =>
        grantType === 'authorization_code'
          ? this.#redeem(transaction, request, from)
          : this.#refresh(transaction, request, from),
      );
    // Thrown after the commit, so that the revocation lasts.
    if ('refusal' in outcome) throw invalidGrant(outcome.refusal);
    return outcome;
  }

  /** Ends the grant of an access or refresh token; unknown tokens are ignored (RFC 7009, 2.2). */
  async revoke(token: string, clientId: string, from: RequestSource): Promise<void> {
    await this.#options.db.transaction().execute(async (transaction) => {
      const grants = new McpGrantRepository(transaction);
      const id = await grants.findGrantOf(sha256(token));
      const grant = id === undefined ? undefined : await grants.hold(id);
      if (!grant || (clientId !== '' && clientId !== grant.clientId)) return;
      const by = { ...from, username: grant.grantedBy };
      if (!(await grants.revoke(grant.id, { by: by.username, at: this.#options.clock.now() })))
        return;
      const details = { by: 'client' };
      const log = this.#options.auditIn(transaction);
      await auditGrant(log, { action: 'mcp_client.revoke', grant, by, details });
    });
  }

  async #redeem(
    transaction: Transaction,
    request: TokenRequest,
    from: RequestSource,
  ): Promise<Outcome> {
    const grant = await new McpGrantRepository(transaction).holdByCode(sha256(request.code));
    if (!grant || grant.clientId !== request.clientId)
      throw invalidGrant('The code is unknown, or was issued to another client.');
    if (grant.connectedAt)
      return this.#endReused(transaction, grant, { from, reused: 'authorization_code' });
    requireCodeOwner(grant, request);
    return this.#issueFor(transaction, grant, request);
  }

  async #refresh(
    transaction: Transaction,
    request: TokenRequest,
    from: RequestSource,
  ): Promise<Outcome> {
    const grants = new McpGrantRepository(transaction);
    const tokenHash = sha256(request.refreshToken);
    const id = request.refreshToken.startsWith(refreshPrefix)
      ? await grants.findGrantOf(tokenHash)
      : undefined;
    const grant = id === undefined ? undefined : await grants.hold(id);
    if (!grant || grant.clientId !== request.clientId)
      throw invalidGrant('The refresh token is unknown, or was issued to another client.');
    if (!(await grants.useRefreshToken(tokenHash, this.#options.clock.now())))
      return this.#endReused(transaction, grant, { from, reused: 'refresh_token' });
    return this.#issueFor(transaction, grant, request);
  }

  async #issueFor(
    transaction: Transaction,
    grant: HeldGrant,
    { resource }: TokenRequest,
  ): Promise<IssuedTokens> {
    const at = this.#options.clock.now();
    if (grant.revokedAt) throw invalidGrant('A person has revoked the access of this client.');
    if (grant.expiresAt <= at) throw invalidGrant('The code or refresh token has expired.');
    if (resource !== '' && resource !== grant.resource)
      throw new OAuthError('invalid_target', `The access is for "${grant.resource}" only.`);
    if (!(await this.#options.mayConnect(transaction, grant.grantedBy)))
      throw invalidGrant('The person who agreed may no longer connect clients.');
    const scopes = await currentScopes(transaction, grant);
    const runId = (await new GrantTargetsReadModel(transaction).findNewestRun(grant.workspaceId))!;
    const [accessToken, refreshToken] = [
      workerTokenPrefix + newSecret(),
      refreshPrefix + newSecret(),
    ];
    const grants = new McpGrantRepository(transaction);
    const expiresAt = new Date(at.getTime() + refreshTokenMs);
    await grants.setUsed(grant.id, { at, expiresAt, scopes });
    await grants.insertRefreshToken(grant.id, sha256(refreshToken), at);
    await new WorkerTokenRepository(transaction).insert(
      {
        id: newId(at.getTime()),
        runId,
        agentId: grant.agentId,
        scopes,
        createdBy: grant.grantedBy,
        createdAt: at,
        expiresAt: new Date(at.getTime() + accessTokenSeconds * 1_000),
        revokedBy: null,
        revokedAt: null,
      },
      sha256(accessToken),
      { grantId: grant.id, resource: grant.resource },
    );
    return { accessToken, refreshToken, scopes, seconds: accessTokenSeconds };
  }

  /** The client or a thief has used it, and nobody can tell which (OAuth 2.1, 4.3.1). */
  async #endReused(
    transaction: Transaction,
    grant: HeldGrant,
    { from, reused }: { readonly from: RequestSource; readonly reused: string },
  ): Promise<Outcome> {
    const { username } = systemActor;
    const at = this.#options.clock.now();
    const isNew = await new McpGrantRepository(transaction).revoke(grant.id, { by: username, at });
    const log = this.#options.auditIn(transaction);
    const by = { ...from, username };
    if (isNew)
      await auditGrant(log, { action: 'mcp_client.reuse', grant, by, details: { reused } });
    return { refusal: `The ${reused} was used before, so the access has ended. Connect again.` };
  }
}

function requireCodeOwner(grant: HeldGrant, { redirectUri, codeVerifier }: TokenRequest): void {
  if (redirectUri !== grant.redirectUri)
    throw invalidGrant('redirect_uri is not the one that the code was sent to.');
  const isForm = /^[A-Za-z0-9._~-]{43,128}$/.test(codeVerifier);
  const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
  if (!isForm || challenge !== grant.codeChallenge)
    throw invalidGrant('code_verifier does not match the code_challenge.');
}

/** An agent's role, and so its scopes, may change after the consent. */
async function currentScopes(
  transaction: Transaction,
  { agentId, scopes }: HeldGrant,
): Promise<string[]> {
  const role = await new AgentRepository(transaction).findEnabledRole(agentId);
  const current = role === undefined ? [] : grantedScopes(role, new Set(scopes));
  if (current.length > 0) return current;
  throw invalidGrant(`The agent ${agentId} is disabled or lost its scopes.`);
}

function invalidGrant(message: string): OAuthError {
  return new OAuthError('invalid_grant', message);
}
