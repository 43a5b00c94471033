import type { Database, Transaction } from '@galley/database';

export interface WorkClaim {
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

export type NewClaim = Omit<WorkClaim, 'fence' | 'releasedAt'>;

const columns = [
  'id',
  'run_id as runId',
  'agent_id as agentId',
  'resource',
  'fence',
  'claimed_at as claimedAt',
  'expires_at as expiresAt',
  'released_at as releasedAt',
] as const;

export class ResourceWorkRepository {
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
  insert({ id, runId, agentId, resource, claimedAt, expiresAt }: NewClaim) {
    return this.#db
      .insertInto('resource_claims')
      .values({
        id,
        resource,
        run_id: runId,
        agent_id: agentId,
        claimed_at: claimedAt,
        expires_at: expiresAt,
      })
      .onConflict((conflict) =>
        conflict.columns(['run_id', 'resource']).where('released_at', 'is', null).doNothing(),
      )
      .returning(columns)
      .executeTakeFirst() as Promise<WorkClaim | undefined>;
  }

  /** Locked until the end of the transaction. */
  holdHolder(runId: string, resource: string): Promise<WorkClaim | undefined> {
    return this.#db
      .selectFrom('resource_claims')
      .select(columns)
      .where('run_id', '=', runId)
      .where('resource', '=', resource)
      .where('released_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
  }

  hold(runId: string, id: string): Promise<WorkClaim | undefined> {
    return this.#db
      .selectFrom('resource_claims')
      .select(columns)
      .where('id', '=', id)
      .where('run_id', '=', runId)
      .forUpdate()
      .executeTakeFirst();
  }

  prolong(id: string, expiresAt: Date): Promise<WorkClaim> {
    return this.#set(id, { expires_at: expiresAt });
  }

  release(id: string, at: Date): Promise<WorkClaim> {
    return this.#set(id, { released_at: at });
  }

  /** Claims in force, oldest first; for one resource or all. */
  listHeld(
    { runId, resource, limit }: { runId: string; resource?: string | undefined; limit: number },
    now: Date,
  ): Promise<WorkClaim[]> {
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

  #set(id: string, change: { expires_at: Date } | { released_at: Date }): Promise<WorkClaim> {
    return this.#db
      .updateTable('resource_claims')
      .set(change)
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow();
  }
}
