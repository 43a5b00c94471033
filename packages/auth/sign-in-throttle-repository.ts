import type { Database } from '@galley/database';
import {
  throttleScopes,
  type ThrottleScope,
  type ThrottleState,
  type ThrottleStates,
} from './sign-in-throttle-rule.ts';

export interface ThrottleKey {
  /** Empty for an invalid user name. */
  readonly username: string;
  readonly address: string;
}

/** A row per scope. Every method locks rows in primary key order. */
export class SignInThrottleRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Locked until the transaction ends. */
  async lock(key: ThrottleKey, now: Date): Promise<ThrottleStates> {
    const rows = await this.#db
      .insertInto('sign_in_throttles')
      .values(
        throttleScopes.map((scope) => ({
          ...rowKey(scope, key),
          failures: [],
          locked_until: null,
          updated_at: now,
        })),
      )
      // The update changes nothing, but locks an existing row, even one that another process just inserted.
      .onConflict((conflict) =>
        conflict
          .columns(['scope', 'username', 'address'])
          .doUpdateSet((row) => ({ updated_at: row.ref('sign_in_throttles.updated_at') })),
      )
      .returning(['scope', 'failures', 'locked_until'])
      .execute();
    const states = rows.map(({ scope, failures, locked_until }): [ThrottleScope, ThrottleState] => [
      scope,
      { failures, lockedUntil: locked_until ?? undefined },
    ]);
    return Object.fromEntries(states) as Record<ThrottleScope, ThrottleState>;
  }

  /** Call in the transaction of `lock`. */
  async save(key: ThrottleKey, states: ThrottleStates, now: Date): Promise<void> {
    await this.#db
      .insertInto('sign_in_throttles')
      .values(
        throttleScopes.map((scope) => ({
          ...rowKey(scope, key),
          failures: [...states[scope].failures],
          locked_until: states[scope].lockedUntil ?? null,
          updated_at: now,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['scope', 'username', 'address']).doUpdateSet((row) => ({
          failures: row.ref('excluded.failures'),
          locked_until: row.ref('excluded.locked_until'),
          updated_at: row.ref('excluded.updated_at'),
        })),
      )
      .execute();
  }

  /** Failures of addresses remain. */
  async clear(username: string): Promise<void> {
    await this.#db
      .with('locked', (db) =>
        db
          .selectFrom('sign_in_throttles')
          .select(['scope', 'username', 'address'])
          .where('scope', 'in', ['pair', 'user'])
          .where('username', '=', username)
          .orderBy('scope')
          .orderBy('address')
          .forUpdate(),
      )
      .deleteFrom('sign_in_throttles as throttle')
      .using('locked')
      .whereRef('throttle.scope', '=', 'locked.scope')
      .whereRef('throttle.username', '=', 'locked.username')
      .whereRef('throttle.address', '=', 'locked.address')
      .execute();
  }

  async removeUnchangedSince(time: Date): Promise<number> {
    const { numDeletedRows } = await this.#db
      .with('locked', (db) =>
        db
          .selectFrom('sign_in_throttles')
          .select(['scope', 'username', 'address'])
          .where('updated_at', '<=', time)
          .forUpdate()
          // Rows of sign-ins in progress; waiting for them could deadlock.
          .skipLocked(),
      )
      .deleteFrom('sign_in_throttles as throttle')
      .using('locked')
      .whereRef('throttle.scope', '=', 'locked.scope')
      .whereRef('throttle.username', '=', 'locked.username')
      .whereRef('throttle.address', '=', 'locked.address')
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}

function rowKey(scope: ThrottleScope, { username, address }: ThrottleKey) {
  return {
    scope,
    username: scope === 'address' ? '' : username,
    address: scope === 'user' ? '' : address,
  };
}
