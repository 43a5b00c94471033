import type { Database, Transaction } from '@galley/database';
import { newId, newSecret, sha256, type AuditLog, type Clock } from '@galley/kernel';
import { AgentRepository } from '../agent-repository.ts';
import { runProblems } from '../problems.ts';
import { pageOf, type Page, type PageRequest } from '../record-page.ts';
import { quoteName, requireFound, requireWorkspace } from '../require-workspace.ts';
import { RunControlRepository } from '../run-control-repository.ts';
import type { RunActor } from '../run-control.ts';
import { defaultScopes } from './role-scopes.ts';
import { workerScopes, type Worker } from './worker.ts';
import { WorkerTokenRepository, type WorkerTokenRecord } from './worker-token-repository.ts';

export interface WorkerTokenServiceOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly auditIn: (transaction: Transaction) => AuditLog;
}

export interface NewWorkerToken {
  readonly workspaceId: string;
  readonly runId: string;
  readonly agentId: string;
  /** Default: those of the agent's role. */
  readonly scopes?: readonly string[] | undefined;
  /** From one minute to one week; default: eight hours. */
  readonly ttlSeconds?: number | undefined;
  readonly by: RunActor;
}

export interface WorkerTokenQuery extends PageRequest {
  readonly workspaceId: string;
  readonly runId?: string | undefined;
}

export const workerTokenPrefix = 'galley_worker_';
/** Prefix and 256 bits in base64url. */
const form = /^galley_worker_[A-Za-z0-9_-]{43}$/;
export const workerTokenSeconds = { least: 60, most: 7 * 24 * 3_600, usual: 8 * 3_600 } as const;
const endedTokensShownMs = 30 * 24 * 3_600_000;

/**
 * Each token is for one agent in one run (GAP-RC-API-9, GAP-RC-MCP-4). Looked up in the database on every call, so that
 * a revocation takes effect in all processes.
 */
export class WorkerTokenService {
  readonly #options: WorkerTokenServiceOptions;
  readonly #tokens: WorkerTokenRepository;
  readonly #workspaces: RunControlRepository;

  constructor(options: WorkerTokenServiceOptions) {
    this.#options = options;
    this.#tokens = new WorkerTokenRepository(options.db);
    this.#workspaces = new RunControlRepository(options.db);
  }

  /**
   * The token cannot be shown again.
   * @throws in this order: `workspace_not_found`, `run_not_found`, `agent_not_found`, and `invalid_request` for unknown
   * scopes or an invalid lifetime.
   */
  async create(wish: NewWorkerToken): Promise<{ token: string; record: WorkerTokenRecord }> {
    const { workspaceId, runId, agentId, by } = wish;
    await requireWorkspace(this.#workspaces, workspaceId);
    await requireFound(
      { workspaceId, kind: 'Run', id: runId, problem: runProblems.run_not_found },
      () => this.#workspaces.find(workspaceId, runId),
    );
    const role = await this.#requireRole(agentId);
    const scopes = requireScopes(wish.scopes ?? defaultScopes(role));
    const seconds = requireSeconds(wish.ttlSeconds);
    const createdAt = this.#options.clock.now();
    const token = workerTokenPrefix + newSecret();
    const record: WorkerTokenRecord = {
      id: newId(createdAt.getTime()),
      runId,
      agentId,
      scopes,
      createdBy: by.username,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + seconds * 1_000),
      revokedBy: null,
      revokedAt: null,
    };
    await this.#options.db.transaction().execute(async (transaction) => {
      await new WorkerTokenRepository(transaction).insert(record, sha256(token));
      await this.#record(transaction, { action: 'worker_token.create', record, by });
    });
    return { token, record };
  }

  /** Newest first, including tokens that ended within the last month. @throws `workspace_not_found`. */
  async list(query: WorkerTokenQuery): Promise<Page<WorkerTokenRecord>> {
    await requireWorkspace(this.#workspaces, query.workspaceId);
    return pageOf(await this.#tokens.list({ ...query, limit: query.limit + 1 }), query.limit);
  }

  /** Waits for calls in progress. @throws `workspace_not_found`, `worker_token_not_found`. */
  async revoke(workspaceId: string, id: string, by: RunActor): Promise<WorkerTokenRecord> {
    await requireWorkspace(this.#workspaces, workspaceId);
    const at = this.#options.clock.now();
    return this.#options.db.transaction().execute(async (transaction) => {
      const tokens = new WorkerTokenRepository(transaction);
      const found = await requireFound(
        { workspaceId, kind: 'Worker token', id, problem: runProblems.worker_token_not_found },
        () => tokens.get(workspaceId, id),
      );
      if (!(await tokens.revoke(id, { by: by.username, at }))) return found;
      const record = { ...found, revokedBy: by.username, revokedAt: at };
      await this.#record(transaction, { action: 'worker_token.revoke', record, by });
      return record;
    });
  }

  /**
   * `undefined` if the token is invalid or has ended, or was issued for another address than `resource`, such as a token
   * of a connected client where these are not accepted.
   */
  async find(token: string, resource: string | null = null): Promise<Worker | undefined> {
    if (!form.test(token)) return undefined;
    return this.#tokens.find(sha256(token), resource, this.#options.clock.now());
  }

  /** Returns the number of deleted tokens. */
  removeEnded(): Promise<number> {
    return this.#tokens.removeEnded(
      new Date(this.#options.clock.now().getTime() - endedTokensShownMs),
    );
  }

  async #requireRole(agentId: string): Promise<string> {
    const agents = new AgentRepository(this.#options.db);
    const role = agentId.includes('\0') ? undefined : await agents.findEnabledRole(agentId);
    if (role !== undefined) return role;
    throw runProblems.agent_not_found(
      `No enabled agent "${quoteName(agentId)}". See coordinator.agents for the configured agents.`,
    );
  }

  async #record(
    transaction: Transaction,
    {
      action,
      record,
      by,
    }: {
      readonly action: 'worker_token.create' | 'worker_token.revoke';
      readonly record: WorkerTokenRecord;
      readonly by: RunActor;
    },
  ): Promise<void> {
    const { id, runId, agentId, scopes, expiresAt } = record;
    await this.#options.auditIn(transaction).record({
      action,
      actor: by.username,
      target: id,
      outcome: 'success',
      address: by.address,
      requestId: by.requestId,
      details: { run_id: runId, agent_id: agentId, scopes, expires_at: expiresAt.toISOString() },
    });
  }
}

function requireScopes(given: readonly string[]): string[] {
  const scopes = [...new Set(given)];
  const unknown = scopes.find((scope) => !(workerScopes as readonly string[]).includes(scope));
  if (scopes.length > 0 && unknown === undefined) return scopes;
  throw runProblems.invalid_request(
    unknown === undefined
      ? `At least one scope is required. Available: ${workerScopes.join(', ')}.`
      : `Unknown scope "${quoteName(unknown)}". Available: ${workerScopes.join(', ')}.`,
  );
}

function requireSeconds(seconds: number = workerTokenSeconds.usual): number {
  const { least, most } = workerTokenSeconds;
  if (Number.isInteger(seconds) && seconds >= least && seconds <= most) return seconds;
  throw runProblems.invalid_request(
    `The lifetime of a worker token must be ${least} to ${most} seconds (a minute to a week), not ${seconds}.`,
  );
}
