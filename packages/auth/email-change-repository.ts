import { newId, sha256 } from '@galley/kernel';
import type { Database, Transaction } from '@galley/database';

export interface EmailChange {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  /** Empty without one. */
  readonly previousEmail: string;
  readonly requestedAt: Date;
  readonly confirmedAt: Date | null;
}

const columns = [
  'id',
  'username',
  'email',
  'previous_email as previousEmail',
  'requested_at as requestedAt',
  'confirmed_at as confirmedAt',
] as const;

/** Expects normalised (lower-case) user names. */
export class EmailChangeRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async countSince(username: string, since: Date): Promise<number> {
    const { count } = await this.#db
      .selectFrom('email_changes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('username', '=', username)
      .where('requested_at', '>', since)
      .executeTakeFirstOrThrow();
    return count;
  }

  async insert(
    change: Pick<EmailChange, 'username' | 'email' | 'previousEmail' | 'requestedAt'>,
  ): Promise<void> {
    const { username, email, previousEmail, requestedAt } = change;
    await this.#db
      .insertInto('email_changes')
      .values({
        id: newId(requestedAt.getTime()),
        username,
        email,
        previous_email: previousEmail,
        requested_at: requestedAt,
      })
      .execute();
  }

  /** The newest request, unless it is confirmed, stopped or older than `since`. */
  async findPending(username: string, since: Date): Promise<EmailChange | undefined> {
    const row = await this.#db
      .selectFrom('email_changes')
      .select([...columns, 'stopped_at'])
      .where('username', '=', username)
      .where('requested_at', '>', since)
      .orderBy('requested_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!row || row.confirmedAt !== null || row.stopped_at !== null) return undefined;
    const { stopped_at: _none, ...change } = row;
    return change;
  }

  async setTokens(
    id: string,
    { confirm, stop }: { readonly confirm: string; readonly stop: string },
  ): Promise<void> {
    await this.#db
      .updateTable('email_changes')
      .set({ confirm_hash: sha256(confirm), stop_hash: sha256(stop) })
      .where('id', '=', id)
      .execute();
  }

  async isConfirmToken(id: string, token: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('email_changes')
      .select('id')
      .where('id', '=', id)
      .where('confirm_hash', '=', sha256(token))
      .executeTakeFirst();
    return row !== undefined;
  }

  async findByStopToken(token: string, since: Date): Promise<EmailChange | undefined> {
    return this.#db
      .selectFrom('email_changes')
      .select(columns)
      .where('stop_hash', '=', sha256(token))
      .where('stopped_at', 'is', null)
      .where('requested_at', '>', since)
      .executeTakeFirst();
  }

  /** As the message, which refers to the owner, does later: in the order of confirming and stopping, against deadlocks. */
  async lockOwner(username: string): Promise<void> {
    await this.#db
      .selectFrom('users')
      .select('username')
      .where('username', '=', username)
      .forKeyShare()
      .execute();
  }

  /** Proves the address. */
  async confirm({ id, username, email }: EmailChange, at: Date): Promise<void> {
    await this.#db
      .updateTable('email_changes')
      .set({ confirmed_at: at })
      .where('id', '=', id)
      .execute();
    await this.setEmail(username, email, at);
  }

  async setEmail(username: string, email: string, verifiedAt: Date | null): Promise<void> {
    await this.#db
      .updateTable('users')
      .set({ email, email_verified_at: verifiedAt })
      .where('username', '=', username)
      .execute();
  }

  /** Links to confirm these, and to stop them, no longer work. */
  async stopAll(username: string, at: Date, since?: Date): Promise<void> {
    await this.#db
      .updateTable('email_changes')
      .set({ stopped_at: at })
      .where('username', '=', username)
      .where('stopped_at', 'is', null)
      .$if(since !== undefined, (query) => query.where('requested_at', '>=', since!))
      .execute();
  }

  /** False if none was pending. */
  async stopPending(username: string, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('email_changes')
      .set({ stopped_at: at })
      .where('username', '=', username)
      .where('confirmed_at', 'is', null)
      .where('stopped_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** The earlier owner of an address must not undo what a person who manages users has set. */
  async forget(username: string, at: Date): Promise<void> {
    await this.#db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('username', '=', username)
      .execute();
    await this.stopAll(username, at);
  }

  /** A person who opened a link sent to this address owns it. */
  async verify(username: string, email: string, at: Date): Promise<void> {
    await this.#db
      .updateTable('users')
      .set({ email_verified_at: at })
      .where('username', '=', username)
      .where('email', '=', email)
      .where('email_verified_at', 'is', null)
      .execute();
  }

  async removeOld(before: Date): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('email_changes')
      .where('requested_at', '<', before)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
