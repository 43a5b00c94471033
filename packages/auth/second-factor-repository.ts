import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { newId } from '@galley/kernel';
import { secondFactorKinds } from './second-factor-kinds.ts';
import { noStep } from './totp.ts';

export interface StoredFactor {
  readonly id: string;
  readonly sealedSecret: string;
  /** Latest time step with a used code. */
  readonly lastStep: number;
}

export interface PendingFactor {
  readonly id: string;
  readonly sealedSecret: string;
  readonly wrongCodes: number;
}

export interface ConfirmedFactor {
  readonly username: string;
  readonly pending: PendingFactor;
  readonly step: number;
  readonly at: Date;
}

/** Kinds of second factors of `users.username`: for queries that need no further round trip. */
export const factorKinds = sql<string[]>`array(
  select factor.kind from credentials as factor
  where factor.username = users.username and factor.kind in ('totp', 'passkey')
)`;

/** A user has at most one enabled and one pending factor. */
export class SecondFactorRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Serialises changes of the user's factor. False for an unknown user. */
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
        sealedSecret: readText(row.data['secret']),
        lastStep: readInteger(row.data['last_step'], noStep),
      }
    );
  }

  /** `undefined` also when the set-up began before `since`. */
  async findPending(username: string, since: Date): Promise<PendingFactor | undefined> {
    const row = await this.#select(username, 'totp_setup')
      .where('created_at', '>', since)
      .executeTakeFirst();
    return (
      row && {
        id: row.id,
        sealedSecret: readText(row.data['secret']),
        wrongCodes: readInteger(row.data['wrong_codes'], 0),
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

  /** Replaces an earlier factor. */
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

  /** False when a code of this or a later step was used, or the factor was replaced or disabled. */
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

  /** Recovery codes stay while another second factor needs them. */
  async removeTotp(username: string): Promise<void> {
    await this.#remove(username, ['totp', 'totp_setup']);
    await this.removeUnneededCodes(username);
  }

  async removePasskeys(username: string): Promise<void> {
    await this.#remove(username, ['passkey']);
    await this.removeUnneededCodes(username);
  }

  async removeUnneededCodes(username: string): Promise<void> {
    if (!(await this.hasAny(username))) await this.#remove(username, ['recovery_code']);
  }

  async hasAny(username: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('credentials')
      .select('id')
      .where('username', '=', username)
      .where('kind', 'in', secondFactorKinds)
      .executeTakeFirst();
    return row !== undefined;
  }

  async replaceRecoveryCodes(username: string, hashes: string[], at: Date): Promise<void> {
    await this.#remove(username, ['recovery_code']);
    await this.#insert(username, 'recovery_code', { at, data: hashes.map((hash) => ({ hash })) });
  }

  /** False when the code does not exist. */
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
    const rows = data.map((entry) => ({
      id: newId(at.getTime()),
      username,
      kind,
      data: JSON.stringify(entry),
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

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function readInteger(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
