import type { Database } from '@galley/database';
import {
  throttleScopes,
  type ThrottleScope,
  type ThrottleState,
  type ThrottleStates,
} from './sign-in-throttle-rule.ts';

export interface ThrottleKey {
  /** Empty for what cannot be anybody's name. */
  readonly username: string;
  readonly address: string;
}

/** Failed sign-ins, in one row a scope. Every method locks its rows in the order of the primary key. */
export class SignInThrottleRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The present states, to be had in a transaction: until it ends, nobody else gets or changes them. */
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
      // Changes nothing, and so locks a row that is there, also one that another process made a moment ago.
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

  /** Writes what `lock` gave out, in the same transaction. */
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

  /** Forgets a user's failures, from wherever they came; those of the addresses stay. */
  async clear(username: string): Promise<void> {
    await this.#db
      .with('held', (db) =>
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
      .using('held')
      .whereRef('throttle.scope', '=', 'held.scope')
      .whereRef('throttle.username', '=', 'held.username')
      .whereRef('throttle.address', '=', 'held.address')
      .execute();
  }

  /** Removes the rows that nothing changed since, and returns how many there were. */
  async removeUnchangedSince(time: Date): Promise<number> {
    const { numDeletedRows } = await this.#db
      .with('held', (db) =>
        db
          .selectFrom('sign_in_throttles')
          .select(['scope', 'username', 'address'])
          .where('updated_at', '<=', time)
          .forUpdate()
          // Somebody signs in there at this moment: the row is wanted, and to wait for it could end in a deadlock.
          .skipLocked(),
      )
      .deleteFrom('sign_in_throttles as throttle')
      .using('held')
      .whereRef('throttle.scope', '=', 'held.scope')
      .whereRef('throttle.username', '=', 'held.username')
      .whereRef('throttle.address', '=', 'held.address')
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
