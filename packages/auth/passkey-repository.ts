import { sql } from 'kysely';
import type { Database, PasskeyPurpose } from '@galley/database';
import { newId } from '@galley/kernel';

export interface Passkey {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  /** Base64url, chosen by the authenticator. */
  readonly credentialId: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  readonly transports: readonly string[];
  /** Copied between the devices of a person by their password manager. */
  readonly isSynced: boolean;
  /** Base64url; the same for all passkeys of a person, and says nothing about them. */
  readonly userHandle: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export type NewPasskey = Omit<Passkey, 'id' | 'lastUsedAt'> & {
  /** Number of uses by the count of the authenticator; 0 where it does not count. */
  readonly counter: number;
};

export interface PasskeyChallenge {
  /** Base64url. */
  readonly challenge: string;
  readonly purpose: PasskeyPurpose;
  /** Id of the session, or SHA-256 of the cookie of a browser without one. */
  readonly binding: string;
  /** Undefined when the passkey tells who signs in. */
  readonly username?: string | undefined;
}

export class PasskeyRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Oldest first. */
  async list(username: string): Promise<Passkey[]> {
    const rows = await this.#select()
      .where('username', '=', username)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(toPasskey);
  }

  async find(username: string, id: string): Promise<Passkey | undefined> {
    const row = await this.#select()
      .where('username', '=', username)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && toPasskey(row);
  }

  async findByCredential(credentialId: string): Promise<Passkey | undefined> {
    const row = await this.#select()
      .where(sql<string>`data ->> 'credential_id'`, '=', credentialId)
      .executeTakeFirst();
    return row && toPasskey(row);
  }

  /** `undefined` when the credential is known already. */
  async insert(passkey: NewPasskey): Promise<string | undefined> {
    const { username, createdAt } = passkey;
    const id = newId(createdAt.getTime());
    const row = await this.#db
      .insertInto('credentials')
      .values({
        id,
        username,
        kind: 'passkey',
        data: JSON.stringify({
          name: passkey.name,
          credential_id: passkey.credentialId,
          public_key: passkey.publicKey,
          counter: passkey.counter,
          transports: passkey.transports,
          synced: passkey.isSynced,
          user_handle: passkey.userHandle,
        }),
        created_at: createdAt,
        updated_at: createdAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return row?.id;
  }

  async rename(username: string, id: string, name: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('credentials')
      .set({ data: sql<string>`jsonb_set(data, '{name}', to_jsonb(${name}::text))` })
      .where('username', '=', username)
      .where('id', '=', id)
      .where('kind', '=', 'passkey')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async remove(id: string): Promise<void> {
    await this.#db
      .deleteFrom('credentials')
      .where('id', '=', id)
      .where('kind', '=', 'passkey')
      .execute();
  }

  /** A password or another account: not only second factors, which sign nobody in. */
  async hasOtherWayIn(username: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('credentials')
      .select('id')
      .where('username', '=', username)
      .where('kind', 'not in', ['passkey', 'totp', 'totp_setup', 'recovery_code'])
      .unionAll(this.#db.selectFrom('identities').select('id').where('username', '=', username))
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** False when the counter has not risen, although the authenticator counts: then there are two of it. */
  async recordUse(id: string, counter: number, at: Date): Promise<boolean> {
    const use = JSON.stringify({ counter, last_used_at: at.toISOString() });
    const { numUpdatedRows } = await this.#db
      .updateTable('credentials')
      .set({ data: sql<string>`data || ${use}::jsonb`, updated_at: at })
      .where('id', '=', id)
      .where('kind', '=', 'passkey')
      .where(
        sql<boolean>`((data ->> 'counter')::bigint < ${counter}::bigint
          or (data ->> 'counter')::bigint = 0 and ${counter}::bigint = 0)`,
      )
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async addChallenge(challenge: PasskeyChallenge, expiresAt: Date): Promise<void> {
    const { username = null, ...rest } = challenge;
    await this.#db
      .insertInto('passkey_challenges')
      .values({ ...rest, username, expires_at: expiresAt })
      .execute();
  }

  /** A single one of concurrent uses succeeds. The challenge is spent even if it was meant for something else. */
  async useChallenge({ challenge, ...expected }: PasskeyChallenge, now: Date): Promise<boolean> {
    const row = await this.#db
      .deleteFrom('passkey_challenges')
      .where('challenge', '=', challenge)
      .returning(['purpose', 'binding', 'username', 'expires_at'])
      .executeTakeFirst();
    return (
      row !== undefined &&
      row.expires_at > now &&
      row.purpose === expected.purpose &&
      row.binding === expected.binding &&
      row.username === (expected.username ?? null)
    );
  }

  async removeExpiredChallenges(now: Date): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('passkey_challenges')
      .where('expires_at', '<=', now)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  #select() {
    return this.#db
      .selectFrom('credentials')
      .select(['id', 'username', 'data', 'created_at'])
      .where('kind', '=', 'passkey');
  }
}

interface PasskeyRow {
  readonly id: string;
  readonly username: string;
  readonly data: Record<string, unknown>;
  readonly created_at: Date;
}

function toPasskey({ id, username, data, created_at }: PasskeyRow): Passkey {
  const usedAt = data['last_used_at'];
  return {
    id,
    username,
    name: String(data['name']),
    credentialId: String(data['credential_id']),
    publicKey: String(data['public_key']),
    transports: data['transports'] as string[],
    isSynced: data['synced'] === true,
    userHandle: String(data['user_handle']),
    createdAt: created_at,
    lastUsedAt: typeof usedAt === 'string' ? new Date(usedAt) : null,
  };
}
