import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { newId } from '@galley/kernel';

/** How a sign-in came to open an account. */
export type LinkWay = 'account page' | 'invitation' | 'e-mail' | 'new account';

export interface Identity {
  readonly id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly username: string;
  /** Empty without one. */
  readonly email: string;
  readonly linkedAt: Date;
  readonly lastUsedAt: Date | null;
}

export type ExternalSubject = Pick<Identity, 'issuer' | 'subject'>;

interface LinkChange extends ExternalSubject {
  readonly username: string;
  readonly way: LinkWay | 'removed';
  readonly actor: string;
  readonly at: Date;
}

/** ADD-SSO-3, ADD-SSO-4. Expects normalised (lower-case) user names. */
export class IdentityRepository {
  readonly #db: Database | Transaction;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  find({ issuer, subject }: ExternalSubject): Promise<Identity | undefined> {
    return this.#select()
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst();
  }

  list(username: string): Promise<Identity[]> {
    return this.#select().where('username', '=', username).orderBy('linked_at').execute();
  }

  /** False when the identity opens an account already. Needs a transaction. */
  async link({
    email,
    way,
    ...change
  }: Omit<LinkChange, 'way'> & { email: string; way: LinkWay }): Promise<boolean> {
    const { issuer, subject, username, at } = change;
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('identities')
      .values({ id: newId(at.getTime()), issuer, subject, username, email, linked_at: at })
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) return false;
    await this.#record({ ...change, way }, 'linked');
    await this.#mergeAccountsOf(change);
    return true;
  }

  /** `undefined` unless the user has the identity. Needs a transaction. */
  async unlink(
    { id, username }: Pick<Identity, 'id' | 'username'>,
    by: Pick<LinkChange, 'actor' | 'at'>,
  ): Promise<ExternalSubject | undefined> {
    const removed = await this.#db
      .deleteFrom('identities')
      .where('id', '=', id)
      .where('username', '=', username)
      .returning(['issuer', 'subject'])
      .executeTakeFirst();
    if (removed) await this.#record({ ...removed, ...by, username, way: 'removed' }, 'unlinked');
    return removed;
  }

  async noteUse({ issuer, subject }: ExternalSubject, email: string, at: Date): Promise<void> {
    await this.#db
      .updateTable('identities')
      .set({ last_used_at: at, email })
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .execute();
  }

  async #record(change: LinkChange, action: 'linked' | 'unlinked'): Promise<void> {
    await this.#db
      .insertInto('identity_links')
      .values({ ...change, action })
      .execute();
  }

  /** All accounts that ever had the identity count as one person, and so do those that count as one with them. */
  async #mergeAccountsOf({ issuer, subject }: ExternalSubject): Promise<void> {
    const rows = await this.#db
      .selectFrom('identity_links')
      .select('username')
      .distinct()
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .orderBy('username')
      .execute();
    const names = rows.map(({ username }) => username);
    if (names.length < 2) return;
    // Two merges at once could leave one person in two parts.
    await sql`lock table shared_accounts in share row exclusive mode`.execute(this.#db);
    const known = await this.#db
      .selectFrom('shared_accounts')
      .select('person')
      .distinct()
      .where('username', 'in', names)
      .execute();
    const person = known[0]?.person ?? names[0]!;
    if (known.length > 1)
      await this.#db
        .updateTable('shared_accounts')
        .set({ person })
        .where(
          'person',
          'in',
          known.map((one) => one.person),
        )
        .execute();
    await this.#db
      .insertInto('shared_accounts')
      .values(names.map((username) => ({ username, person })))
      .onConflict((conflict) => conflict.column('username').doNothing())
      .execute();
  }

  #select() {
    return this.#db
      .selectFrom('identities')
      .select([
        'id',
        'issuer',
        'subject',
        'username',
        'email',
        'linked_at as linkedAt',
        'last_used_at as lastUsedAt',
      ]);
  }
}
