import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import type { Delivery } from './webhook.ts';

export type NewDelivery = Pick<Delivery, 'id' | 'webhookId' | 'event' | 'body' | 'createdAt'>;

export type AttemptOutcome = Pick<
  Delivery,
  'status' | 'dueAt' | 'lastAttemptAt' | 'responseStatus' | 'error'
>;

const columns = [
  'id',
  'webhook_id as webhookId',
  'event',
  'body',
  'status',
  'attempts',
  'due_at as dueAt',
  'created_at as createdAt',
  'last_attempt_at as lastAttemptAt',
  'response_status as responseStatus',
  'error',
] as const;

export class DeliveryRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async insert(deliveries: readonly NewDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    const rows = deliveries.map(({ webhookId, createdAt, ...row }) => ({
      ...row,
      webhook_id: webhookId,
      status: 'pending' as const,
      due_at: createdAt,
      created_at: createdAt,
    }));
    await this.#db.insertInto('webhook_deliveries').values(rows).execute();
  }

  /** Counts an attempt, and hides the deliveries from other processes until `leaseUntil`, also after a crash. */
  async claimDue(now: Date, leaseUntil: Date, limit: number): Promise<Delivery[]> {
    return this.#db
      .updateTable('webhook_deliveries')
      .set((row) => ({ attempts: row('attempts', '+', 1), due_at: leaseUntil }))
      .where('id', 'in', (due) =>
        due
          .selectFrom('webhook_deliveries as due')
          .innerJoin('webhooks', 'webhooks.id', 'due.webhook_id')
          .select('due.id')
          .where('due.status', '=', 'pending')
          .where('due.due_at', '<=', now)
          .where('webhooks.enabled', '=', true)
          .orderBy('due.due_at')
          .limit(limit)
          .forUpdate('due')
          .skipLocked(),
      )
      .returning(columns)
      .execute();
  }

  /** As `claimDue`, for one pending delivery. */
  async claim(id: string, leaseUntil: Date): Promise<Delivery | undefined> {
    return this.#db
      .updateTable('webhook_deliveries')
      .set((row) => ({ attempts: row('attempts', '+', 1), due_at: leaseUntil }))
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .returning(columns)
      .executeTakeFirst();
  }

  async recordAttempt(id: string, outcome: AttemptOutcome): Promise<void> {
    const { status, dueAt, lastAttemptAt, responseStatus, error } = outcome;
    await this.#db
      .updateTable('webhook_deliveries')
      .set({
        status,
        due_at: dueAt,
        last_attempt_at: lastAttemptAt,
        response_status: responseStatus,
        error,
      })
      .where('id', '=', id)
      .execute();
  }

  async find(id: string): Promise<Delivery | undefined> {
    return this.#db
      .selectFrom('webhook_deliveries')
      .select(columns)
      .where('id', '=', id)
      .executeTakeFirst();
  }

  /** Newest first; `before` is the id of a delivery. */
  async list(webhookId: string, before: string | undefined, limit: number): Promise<Delivery[]> {
    let found = this.#db
      .selectFrom('webhook_deliveries')
      .select(columns)
      .where('webhook_id', '=', webhookId);
    if (before !== undefined) found = found.where('id', '<', before);
    return found.orderBy('id', 'desc').limit(limit).execute();
  }

  /** Starts the schedule of attempts again. False for an unknown id. */
  async resend(id: string, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('webhook_deliveries')
      .set({ status: 'pending', attempts: 0, due_at: at, error: null })
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async removeOld(before: Date, limit: number): Promise<number> {
    const old = this.#db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('created_at', '<', before)
      .limit(limit);
    const { numDeletedRows } = await this.#db
      .deleteFrom('webhook_deliveries')
      .where('id', '=', sql<string>`any(array(${old}))`)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
