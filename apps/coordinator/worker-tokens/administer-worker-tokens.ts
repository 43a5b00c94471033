import { systemActor, systemClock, toWire } from '@galley/kernel';
import {
  ConnectedClients,
  WorkerTokenService,
  type McpGrant,
  type WorkerTokenRecord,
} from '@galley/runcoord';
import { withProject, type ProjectOptions } from '../system/with-project.ts';
import { auditIn } from './audit-in.ts';

export type PresentedWorkerToken = ReturnType<typeof presentToken>;

export interface WorkerTokenRequest {
  readonly runId: string;
  readonly agentId: string;
  /** Default: those of the agent's role. */
  readonly scopes: readonly string[] | undefined;
  readonly ttlSeconds: number | undefined;
}

export type PresentedClient = ReturnType<typeof presentClient>;

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

function presentClient(grant: McpGrant) {
  const hasExpired = grant.expiresAt <= systemClock.now();
  const { id, clientName: name, agentId, scopes, expiresAt, grantedBy, grantedAt } = grant;
  const state = grant.revokedAt ? 'revoked' : hasExpired ? 'expired' : 'connected';
  const connected = { connectedBy: grantedBy, connectedAt: grantedAt };
  return toWire({ id, name, agentId, scopes, state, ...connected, expiresAt });
}

function presentToken(record: WorkerTokenRecord) {
  const hasExpired = record.expiresAt <= systemClock.now();
  const { id, runId, agentId, scopes, expiresAt } = record;
  const state = record.revokedAt ? 'revoked' : hasExpired ? 'expired' : 'valid';
  return toWire({ id, runId, agentId, scopes, state, expiresAt });
}

/** Also migrates the database. */
export async function administerWorkerTokens<T>(
  options: ProjectOptions,
  work: (tokens: WorkerTokenAdministration) => Promise<T>,
): Promise<T> {
  return withProject(options, ({ config, db }) => {
    const parts = { db, clock: systemClock, auditIn: auditIn('command line') };
    return work(new WorkerTokenAdministration(parts, config.coordinator.workspace.id));
  });
}
