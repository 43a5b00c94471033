import { sha256 } from '@galley/kernel';
import type { Database, Transaction } from '@galley/database';

export interface DeviceSignIn {
  readonly username: string;
  /** Token of the browser's cookie, if any. */
  readonly known: string | undefined;
  /** Replaces it. */
  readonly fresh: string;
  readonly at: Date;
}

/** Browsers in which people have signed in (ADD-ACC-5). */
export class KnownDeviceRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** True for a new browser, unless this is the first sign-in of the account. Call before the sign-in is recorded. */
  async isNewAfter({ username, known, fresh, at }: DeviceSignIn): Promise<boolean> {
    const user = await this.#db
      .selectFrom('users')
      .select('last_login_at')
      .where('username', '=', username)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user) return false;
    const isKnown = known !== undefined && (await this.#forget(username, known));
    await this.#db
      .insertInto('known_devices')
      .values({ token_hash: sha256(fresh), username, signed_in_at: at })
      .execute();
    return !isKnown && user.last_login_at !== null;
  }

  /** After a change of password, each browser is new. */
  async forgetAll(username: string): Promise<void> {
    await this.#db.deleteFrom('known_devices').where('username', '=', username).execute();
  }

  async removeOld(before: Date): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('known_devices')
      .where('signed_in_at', '<', before)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  async #forget(username: string, token: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('known_devices')
      .where('username', '=', username)
      .where('token_hash', '=', sha256(token))
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}
