import { systemActor, systemClock, type Logger } from '@galley/kernel';
import { WorkerTokenService } from '@galley/runcoord';
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

const maxListedTokens = 200;
const byHand = { username: systemActor.username, address: '', requestId: '' };

/** Works without signing in, for people with access to the machine. All changes are audited. */
export class WorkerTokenAdministration {
  readonly #tokens: WorkerTokenService;
  readonly #workspaceId: string;

  constructor(tokens: WorkerTokenService, workspaceId: string) {
    this.#tokens = tokens;
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
    const asked = { workspaceId: this.#workspaceId, runId, limit: maxListedTokens };
    const { items } = await this.#tokens.list(asked);
    return items.map(presentToken);
  }

  async revoke(id: string): Promise<PresentedWorkerToken> {
    return presentToken(await this.#tokens.revoke(this.#workspaceId, id, byHand));
  }
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
    const tokens = new WorkerTokenService({
      db,
      clock: systemClock,
      auditIn: auditIn('command line'),
    });
    return await work(new WorkerTokenAdministration(tokens, config.coordinator.workspace.id));
  } finally {
    await cleanUp.run();
  }
}
