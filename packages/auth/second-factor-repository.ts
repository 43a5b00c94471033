import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { newId } from '@galley/kernel';
import { noStep } from './totp.ts';

/** A second factor that is enabled. */
export interface StoredFactor {
  readonly id: string;
  readonly sealedSecret: string;
  /** The newest step of which a code was used. */
  readonly lastStep: number;
}

/** One that waits to be confirmed with a code. */
export interface PendingFactor {
  readonly id: string;
  readonly sealedSecret: string;
  readonly wrongCodes: number;
}

export interface ConfirmedFactor {
  readonly username: string;
  readonly pending: PendingFactor;
  /** The step of the code that confirmed it. */
  readonly step: number;
  readonly at: Date;
}

const kinds = ['totp', 'totp_setup', 'recovery_code'];

/** Second factors and recovery codes among the credentials, each user's at most one factor and one pending. */
export class SecondFactorRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Holds the user's row to the end of the transaction, so that changes of one user's factor come one after another.
   * False when there is no such user.
   */
  async lockUser(username: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('users')
      .select('username')
      .where('username', '=', username)
      .forNoKeyUpdate()
      .executeTakeFirst();
    return row !== undefined;
  }

  async find(username: string): Promise<StoredFactor | undefined> {
    const row = await this.#select(username, 'totp').executeTakeFirst();
    return (
      row && {
        id: row.id,
        sealedSecret: text(row.data['secret']),
        lastStep: integer(row.data['last_step'], noStep),
      }
    );
  }

  /** Undefined also when it was begun before `since`. */
  async findPending(username: string, since: Date): Promise<PendingFactor | undefined> {
    const row = await this.#select(username, 'totp_setup')
      .where('created_at', '>', since)
      .executeTakeFirst();
    return (
      row && {
        id: row.id,
        sealedSecret: text(row.data['secret']),
        wrongCodes: integer(row.data['wrong_codes'], 0),
      }
    );
  }

  async replacePending(username: string, sealedSecret: string, at: Date): Promise<void> {
    await this.#remove(username, ['totp_setup']);
    await this.#insert(username, 'totp_setup', { at, data: [{ secret: sealedSecret }] });
  }

  async setWrongCodes(id: string, count: number): Promise<void> {
    const added = JSON.stringify({ wrong_codes: count });
    await this.#db
      .updateTable('credentials')
      .set({ data: sql<string>`data || ${added}::jsonb` })
      .where('id', '=', id)
      .execute();
  }

  async removePending(username: string): Promise<void> {
    await this.#remove(username, ['totp_setup']);
  }

  /** Makes a pending factor the enabled one, in place of an earlier one. */
  async confirm({ username, pending, step, at }: ConfirmedFactor): Promise<void> {
    await this.#remove(username, ['totp']);
    await this.#db
      .updateTable('credentials')
      .set({
        kind: 'totp',
        data: JSON.stringify({ secret: pending.sealedSecret, last_step: step }),
        updated_at: at,
      })
      .where('id', '=', pending.id)
      .execute();
  }

  /**
   * Records that a code of `step` was used; false when one of it or of a later step was, or the factor has been
   * replaced or turned off meanwhile.
   */
  async advanceStep(id: string, step: number, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('credentials')
      .set({
        data: sql<string>`jsonb_set(data, '{last_step}', to_jsonb(${step}::bigint))`,
        updated_at: at,
      })
      .where('id', '=', id)
      .where('kind', '=', 'totp')
      .where(sql<number>`(data->>'last_step')::bigint`, '<', step)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** The factor, the pending one and the recovery codes. */
  async removeAll(username: string): Promise<void> {
    await this.#remove(username, kinds);
  }

  async replaceRecoveryCodes(username: string, hashes: string[], at: Date): Promise<void> {
    await this.#remove(username, ['recovery_code']);
    await this.#insert(username, 'recovery_code', { at, data: hashes.map((hash) => ({ hash })) });
  }

  /** Whether the code was there; it is not any more. */
  async useRecoveryCode(username: string, hash: string): Promise<boolean> {
    const used = await this.#db
      .deleteFrom('credentials')
      .where('username', '=', username)
      .where('kind', '=', 'recovery_code')
      .where(sql<string>`data->>'hash'`, '=', hash)
      .returning('id')
      .execute();
    return used.length > 0;
  }

  async countRecoveryCodes(username: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('credentials')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('username', '=', username)
      .where('kind', '=', 'recovery_code')
      .executeTakeFirstOrThrow();
    return count;
  }

  #select(username: string, kind: string) {
    return this.#db
      .selectFrom('credentials')
      .select(['id', 'data'])
      .where('username', '=', username)
      .where('kind', '=', kind);
  }

  async #insert(
    username: string,
    kind: string,
    { at, data }: { readonly at: Date; readonly data: readonly object[] },
  ): Promise<void> {
    const rows = data.map((each) => ({
      id: newId(at.getTime()),
      username,
      kind,
      data: JSON.stringify(each),
      created_at: at,
      updated_at: at,
    }));
    await this.#db.insertInto('credentials').values(rows).execute();
  }

  async #remove(username: string, removed: readonly string[]): Promise<void> {
    await this.#db
      .deleteFrom('credentials')
      .where('username', '=', username)
      .where('kind', 'in', removed)
      .execute();
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function integer(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
