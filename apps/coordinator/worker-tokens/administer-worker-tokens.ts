import { systemActor, systemClock, type Logger } from '@galley/kernel';
import { ConnectedClients, WorkerTokenService, type McpGrant } from '@galley/runcoord';
import { ShutdownStack, connectDatabase, requireProject } from '@galley/service';
import { loadConfig } from '@galley/settings';
import { auditIn } from './audit-in.ts';

export interface WorkerTokensOptions {
  readonly projectDirectory: string;
  readonly overlays: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
}

export interface PresentedWorkerToken {
  readonly id: string;
  readonly run_id: string;
  readonly agent_id: string;
  readonly scopes: readonly string[];
  readonly state: 'valid' | 'expired' | 'revoked';
  readonly expires_at: string;
}

export interface WorkerTokenRequest {
  readonly runId: string;
  readonly agentId: string;
  /** Default: those of the agent's role. */
  readonly scopes: readonly string[] | undefined;
  readonly ttlSeconds: number | undefined;
}

export interface PresentedClient {
  readonly id: string;
  readonly name: string;
  readonly agent_id: string;
  readonly scopes: readonly string[];
  readonly state: 'connected' | 'expired' | 'revoked';
  readonly connected_by: string;
  readonly connected_at: string;
  readonly expires_at: string;
}

const maxListed = 200;
const byHand = { username: systemActor.username, address: '', requestId: '' };

/** Works without signing in, for people with access to the machine. All changes are audited. */
export class WorkerTokenAdministration {
  readonly #tokens: WorkerTokenService;
  readonly #clients: ConnectedClients;
  readonly #workspaceId: string;

  constructor(options: ConstructorParameters<typeof ConnectedClients>[0], workspaceId: string) {
    this.#tokens = new WorkerTokenService(options);
    this.#clients = new ConnectedClients(options);
    this.#workspaceId = workspaceId;
  }

  /** @throws the errors of `WorkerTokenService.create`. */
  async create(
    wish: WorkerTokenRequest,
  ): Promise<{ id: string; token: string; expires_at: string }> {
    const workspaceId = this.#workspaceId;
    const { token, record } = await this.#tokens.create({ ...wish, workspaceId, by: byHand });
    return { id: record.id, token, expires_at: record.expiresAt.toISOString() };
  }

  async list(runId: string | undefined): Promise<PresentedWorkerToken[]> {
    const asked = { workspaceId: this.#workspaceId, runId, limit: maxListed };
    const { items } = await this.#tokens.list(asked);
    return items.map(presentToken);
  }

  async revoke(id: string): Promise<PresentedWorkerToken> {
    return presentToken(await this.#tokens.revoke(this.#workspaceId, id, byHand));
  }

  async listClients(): Promise<PresentedClient[]> {
    const asked = { workspaceId: this.#workspaceId, limit: maxListed };
    const { items } = await this.#clients.list(asked);
    return items.map(presentClient);
  }

  async revokeClient(id: string): Promise<PresentedClient> {
    return presentClient(await this.#clients.revoke(this.#workspaceId, id, byHand));
  }
}

function presentClient(grant: McpGrant): PresentedClient {
  const hasExpired = grant.expiresAt <= systemClock.now();
  return {
    id: grant.id,
    name: grant.clientName,
    agent_id: grant.agentId,
    scopes: grant.scopes,
    state: grant.revokedAt ? 'revoked' : hasExpired ? 'expired' : 'connected',
    connected_by: grant.grantedBy,
    connected_at: grant.grantedAt.toISOString(),
    expires_at: grant.expiresAt.toISOString(),
  };
}

function presentToken(
  record: Awaited<ReturnType<WorkerTokenService['revoke']>>,
): PresentedWorkerToken {
  const hasExpired = record.expiresAt <= systemClock.now();
  return {
    id: record.id,
    run_id: record.runId,
    agent_id: record.agentId,
    scopes: record.scopes,
    state: record.revokedAt ? 'revoked' : hasExpired ? 'expired' : 'valid',
    expires_at: record.expiresAt.toISOString(),
  };
}

/** Also migrates the database. */
export async function administerWorkerTokens<T>(
  options: WorkerTokensOptions,
  work: (tokens: WorkerTokenAdministration) => Promise<T>,
): Promise<T> {
  const { projectDirectory, logger } = options;
  requireProject(projectDirectory);
  const config = await loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
  const cleanUp = new ShutdownStack(logger);
  try {
    const { db } = await connectDatabase({ config, logger, atEnd: cleanUp.add.bind(cleanUp) });
    const parts = { db, clock: systemClock, auditIn: auditIn('command line') };
    return await work(new WorkerTokenAdministration(parts, config.coordinator.workspace.id));
  } finally {
    await cleanUp.run();
  }
}
