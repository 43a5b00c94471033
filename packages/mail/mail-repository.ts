import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import type { SentMail } from './mail.ts';

export interface StoredMail extends Pick<
  SentMail,
  'id' | 'kind' | 'recipient' | 'username' | 'createdAt' | 'expiresAt'
> {
  readonly sealedContent: string;
}

export interface DueMail extends Omit<StoredMail, 'sealedContent'> {
  readonly attempts: number;
  /** Null only if the row was changed by hand. */
  readonly sealedContent: string | null;
}

export type MailOutcome = Pick<SentMail, 'status' | 'dueAt' | 'lastAttemptAt' | 'error'>;

const columns = [
  'id',
  'kind',
  'recipient',
  'username',
  'status',
  'attempts',
  'created_at as createdAt',
  'last_attempt_at as lastAttemptAt',
  'due_at as dueAt',
  'expires_at as expiresAt',
  'error',
] as const;

const dueColumns = [
  'id',
  'kind',
  'recipient',
  'username',
  'attempts',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'sealed_content as sealedContent',
] as const;

export class MailRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async insert({ sealedContent, createdAt, expiresAt, ...mail }: StoredMail): Promise<void> {
    await this.#db
      .insertInto('mails')
      .values({
        ...mail,
        sealed_content: sealedContent,
        status: 'pending',
        due_at: createdAt,
        created_at: createdAt,
        expires_at: expiresAt,
      })
      .execute();
  }

  /** Counts an attempt, and hides the messages from other processes until `leaseUntil`, also after a crash. */
  async claimDue(now: Date, leaseUntil: Date, limit: number): Promise<DueMail[]> {
    return this.#db
      .updateTable('mails')
      .set((row) => ({ attempts: row('attempts', '+', 1), due_at: leaseUntil }))
      .where('id', 'in', (due) =>
        due
          .selectFrom('mails as due')
          .select('due.id')
          .where('due.status', '=', 'pending')
          .where('due.due_at', '<=', now)
          .orderBy('due.due_at')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      )
      .returning(dueColumns)
      .execute();
  }

  /** As `claimDue`, for one pending message. */
  async claim(id: string, leaseUntil: Date): Promise<DueMail | undefined> {
    return this.#db
      .updateTable('mails')
      .set((row) => ({ attempts: row('attempts', '+', 1), due_at: leaseUntil }))
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .returning(dueColumns)
      .executeTakeFirst();
  }

  /** Removes the text of a sent message. */
  async recordAttempt(id: string, outcome: MailOutcome): Promise<void> {
    const { status, dueAt, lastAttemptAt, error } = outcome;
    await this.#db
      .updateTable('mails')
      .set({
        status,
        due_at: dueAt,
        last_attempt_at: lastAttemptAt,
        error,
        ...(status === 'sent' && { sealed_content: null }),
      })
      .where('id', '=', id)
      .execute();
  }

  async find(id: string): Promise<SentMail | undefined> {
    return this.#db.selectFrom('mails').select(columns).where('id', '=', id).executeTakeFirst();
  }

  /** Newest first; `before` is the id of a message. */
  async list(before: string | undefined, limit: number): Promise<SentMail[]> {
    let found = this.#db.selectFrom('mails').select(columns);
    if (before !== undefined) found = found.where('id', '<', before);
    return found.orderBy('id', 'desc').limit(limit).execute();
  }

  async countFailed(since: Date): Promise<number> {
    const { count } = await this.#db
      .selectFrom('mails')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('status', '=', 'failed')
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Messages of these kinds to an account since a time. */
  async countRecent(username: string, kinds: readonly SentMail['kind'][], since: Date) {
    const { count } = await this.#db
      .selectFrom('mails')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('username', '=', username)
      .where('kind', 'in', kinds)
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Starts the schedule of attempts again. False for an unknown message, or one without text. */
  async resend(id: string, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('mails')
      .set({ status: 'pending', attempts: 0, due_at: at, error: null })
      .where('id', '=', id)
      .where('sealed_content', 'is not', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async removeOld(before: Date, limit: number): Promise<number> {
    const old = this.#db
      .selectFrom('mails')
      .select('id')
      .where('created_at', '<', before)
      .limit(limit);
    const { numDeletedRows } = await this.#db
      .deleteFrom('mails')
      .where('id', '=', sql<string>`any(array(${old}))`)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
