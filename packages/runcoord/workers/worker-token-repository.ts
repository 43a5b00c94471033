import { sql } from 'kysely';
import { toColumns, type Database, type Transaction } from '@galley/database';
import { behind, inListOrder } from '../list-order-read-model.ts';
import type { PageRequest } from '../record-page.ts';
import type { Worker } from './worker.ts';

export interface WorkerTokenRecord {
  readonly id: string;
  readonly runId: string;
  readonly agentId: string;
  readonly scopes: readonly string[];
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedBy: string | null;
  readonly revokedAt: Date | null;
}

/** Limits of an access token of a connected client. */
export interface ClientAccess {
  readonly grantId: string;
  /** The only address that accepts the token. */
  readonly resource: string;
}

const columns = [
  'worker_tokens.id',
  'worker_tokens.run_id as runId',
  'worker_tokens.agent_id as agentId',
  'worker_tokens.scopes',
  'worker_tokens.created_by as createdBy',
  'worker_tokens.created_at as createdAt',
  'worker_tokens.expires_at as expiresAt',
  'worker_tokens.revoked_by as revokedBy',
  'worker_tokens.revoked_at as revokedAt',
] as const;

/** Connected clients outlive runs: they work in the newest one. */
const currentRun = sql<string>`case when worker_tokens.grant_id is null then worker_tokens.run_id else (
  select newest.id from runs as newest where newest.workspace_id = runs.workspace_id
  order by newest.started_at desc, newest.seq desc limit 1) end`;

/** Tokens are stored by their SHA-256. */
export class WorkerTokenRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async insert(record: WorkerTokenRecord, tokenHash: string, of?: ClientAccess): Promise<void> {
    const row = toColumns({ ...record, ...of, tokenHash });
    await this.#db.insertInto('worker_tokens').values(row).execute();
  }

  /**
   * `undefined` also for an expired or revoked token, for a token for another address than `resource`, and for a disabled
   * agent.
   */
  async find(tokenHash: string, resource: string | null, now: Date): Promise<Worker | undefined> {
    const row = await this.#db
      .selectFrom('worker_tokens')
      .innerJoin('runs', 'runs.id', 'worker_tokens.run_id')
      .innerJoin('agents', 'agents.id', 'worker_tokens.agent_id')
      .select(['worker_tokens.id', 'agent_id', 'workspace_id', 'scopes', 'expires_at'])
      .select(currentRun.as('run_id'))
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', now)
      .where('revoked_at', 'is', null)
      .where('agents.enabled', '=', true)
      .where((token) => token.or([token('resource', 'is', null), token('resource', '=', resource)]))
      .executeTakeFirst();
    return (
      row && {
        tokenId: row.id,
        agentId: row.agent_id,
        runId: row.run_id,
        workspaceId: row.workspace_id,
        scopes: new Set(row.scopes),
        expiresAt: row.expires_at,
      }
    );
  }

  /** If in force, locked until the end of the transaction, so that revoking it waits. */
  async hold(id: string, now: Date): Promise<boolean> {
    const row = await this.#db
      .selectFrom('worker_tokens')
      .select('id')
      .where('id', '=', id)
      .where('expires_at', '>', now)
      .where('revoked_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    return row !== undefined;
  }

  list({
    workspaceId,
    runId,
    after,
    limit,
  }: PageRequest & { readonly workspaceId: string; readonly runId?: string | undefined }): Promise<
    WorkerTokenRecord[]
  > {
    return this.#ofWorkspace(workspaceId)
      .$if(runId !== undefined, (query) => query.where('worker_tokens.run_id', '=', runId!))
      .where(behind('worker_tokens', after))
      .orderBy(inListOrder('worker_tokens'))
      .limit(limit)
      .execute();
  }

  get(workspaceId: string, id: string): Promise<WorkerTokenRecord | undefined> {
    return this.#ofWorkspace(workspaceId).where('worker_tokens.id', '=', id).executeTakeFirst();
  }

  /** False if the token was already revoked or does not exist. */
  async revoke(id: string, { by, at }: { readonly by: string; readonly at: Date }) {
    const { numUpdatedRows } = await this.#db
      .updateTable('worker_tokens')
      .set({ revoked_by: by, revoked_at: at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async removeEnded(before: Date): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('worker_tokens')
      .where('expires_at', '<=', before)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  #ofWorkspace(workspaceId: string) {
    return this.#db
      .selectFrom('worker_tokens')
      .innerJoin('runs', 'runs.id', 'worker_tokens.run_id')
      .select(columns)
      .where('runs.workspace_id', '=', workspaceId)
      .where('worker_tokens.grant_id', 'is', null);
  }
}
