import { toColumns, type Database, type Transaction } from '@galley/database';
import { behind, inListOrder } from './list-order-read-model.ts';
import type { RecordQuery } from './record-page.ts';

export interface Claim {
  readonly id: string;
  readonly runId: string;
  readonly agentId: string;
  readonly resource: string;
  /** Grows with every claim. */
  readonly fence: number;
  readonly claimedAt: Date;
  readonly expiresAt: Date;
  readonly releasedAt: Date | null;
}

export type NewClaim = Omit<Claim, 'fence' | 'releasedAt'>;

const columns = [
  'resource_claims.id',
  'resource_claims.run_id as runId',
  'agent_id as agentId',
  'resource',
  'fence',
  'claimed_at as claimedAt',
  'expires_at as expiresAt',
  'released_at as releasedAt',
] as const;

export class ClaimRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async endExpired(runId: string, resource: string, now: Date): Promise<void> {
    await this.#db
      .updateTable('resource_claims')
      .set((claim) => ({ released_at: claim.ref('expires_at') }))
      .where('run_id', '=', runId)
      .where('resource', '=', resource)
      .where('released_at', 'is', null)
      .where('expires_at', '<=', now)
      .execute();
  }

  /** `undefined` if the resource is claimed. Of concurrent inserts, one succeeds. */
  insert(claim: NewClaim) {
    return this.#db
      .insertInto('resource_claims')
      .values(toColumns(claim))
      .onConflict((conflict) =>
        conflict.columns(['run_id', 'resource']).where('released_at', 'is', null).doNothing(),
      )
      .returning(columns)
      .executeTakeFirst() as Promise<Claim | undefined>;
  }

  /** Locked until the end of the transaction. */
  holdHolder(runId: string, resource: string): Promise<Claim | undefined> {
    return this.#db
      .selectFrom('resource_claims')
      .select(columns)
      .where('run_id', '=', runId)
      .where('resource', '=', resource)
      .where('released_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
  }

  hold(runId: string, id: string): Promise<Claim | undefined> {
    return this.#db
      .selectFrom('resource_claims')
      .select(columns)
      .where('id', '=', id)
      .where('run_id', '=', runId)
      .forUpdate()
      .executeTakeFirst();
  }

  prolong(id: string, expiresAt: Date): Promise<Claim> {
    return this.#set(id, { expires_at: expiresAt });
  }

  release(id: string, at: Date): Promise<Claim> {
    return this.#set(id, { released_at: at });
  }

  /** Claims in force, oldest first; for one resource or all. */
  listHeld(
    { runId, resource, limit }: { runId: string; resource?: string | undefined; limit: number },
    now: Date,
  ): Promise<Claim[]> {
    return this.#db
      .selectFrom('resource_claims')
      .select(columns)
      .where('run_id', '=', runId)
      .where('released_at', 'is', null)
      .where('expires_at', '>', now)
      .$if(resource !== undefined, (query) => query.where('resource', '=', resource!))
      .orderBy('fence')
      .limit(limit)
      .execute();
  }

  /** Claims in force (neither released nor expired) in runs of the workspace, oldest first. */
  listOfWorkspace({ workspaceId, runId, after, limit }: RecordQuery, now: Date): Promise<Claim[]> {
    return this.#db
      .selectFrom('resource_claims')
      .innerJoin('runs', 'runs.id', 'resource_claims.run_id')
      .select(columns)
      .where('runs.workspace_id', '=', workspaceId)
      .where('released_at', 'is', null)
      .where('expires_at', '>', now)
      .$if(runId !== undefined, (query) => query.where('run_id', '=', runId!))
      .where(behind('resource_claims', after))
      .orderBy(inListOrder('resource_claims'))
      .limit(limit)
      .execute();
  }

  #set(id: string, change: { expires_at: Date } | { released_at: Date }): Promise<Claim> {
    return this.#db
      .updateTable('resource_claims')
      .set(change)
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow();
  }
}
