import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import type { EditLock } from './edit-lock.ts';

export interface LockClaim extends EditLock {
  readonly now: Date;
}

const columns = [
  'document_id as documentId',
  'holder',
  'token',
  'expires_at as expiresAt',
] as const;

/** Expired locks count as none, even before their removal. */
export class EditLockRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Returns the current lock, maybe another user's. A single statement: only one of two concurrent callers gets it. */
  async claim({ now, ...wanted }: LockClaim): Promise<EditLock> {
    const isHeld = sql`document_locks.expires_at > ${now}`;
    const isOpen = sql`(not ${isHeld} or document_locks.holder = excluded.holder)`;
    return this.#db
      .insertInto('document_locks')
      .values({
        document_id: wanted.documentId,
        holder: wanted.holder,
        token: wanted.token,
        acquired_at: now,
        expires_at: wanted.expiresAt,
      })
      .onConflict((conflict) =>
        conflict.column('document_id').doUpdateSet({
          holder: sql`case when ${isOpen} then excluded.holder else document_locks.holder end`,
          token: sql`case when ${isHeld} then document_locks.token else excluded.token end`,
          acquired_at: sql`case when ${isHeld} then document_locks.acquired_at else excluded.acquired_at end`,
          expires_at: sql`case when ${isOpen} then excluded.expires_at else document_locks.expires_at end`,
        }),
      )
      .returning(columns)
      .executeTakeFirstOrThrow();
  }

  extension({ documentId, token }: EditLock, expiresAt: Date) {
    return this.#db
      .updateTable('document_locks')
      .set({ expires_at: expiresAt })
      .where('document_id', '=', documentId)
      .where('token', '=', token);
  }

  removal({ documentId, token }: EditLock) {
    return this.#db
      .deleteFrom('document_locks')
      .where('document_id', '=', documentId)
      .where('token', '=', token);
  }

  async removeExpired(now: Date): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('document_locks')
      .where('expires_at', '<=', now)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
