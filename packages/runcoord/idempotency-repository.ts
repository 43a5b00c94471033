import type { Database, Transaction } from '@galley/database';
import type { Clock } from '@galley/kernel';

/** The hash of the body has to match on a retry. */
export interface IdempotentRequest {
  readonly workspaceId: string;
  readonly actor: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly bodySha256: string;
}

export interface IdempotentAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type IdempotencyClaim =
  | { readonly state: 'claimed'; readonly since: Date }
  | { readonly state: 'reused' | 'running' }
  | { readonly state: 'answered'; readonly answer: IdempotentAnswer };

const answerTtlMs = 24 * 60 * 60_000;
/** Requests that run longer count as abandoned by a crashed process. */
const maxRunMs = 60_000;

/** Stores answers to requests with an idempotency key for one day (gaps page, Idempotency). */
export class IdempotencyRepository {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Database | Transaction; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Exactly one of several concurrent callers gets `claimed`. */
  async claim(request: IdempotentRequest): Promise<IdempotencyClaim> {
    for (;;) {
      const since = this.#clock.now();
      if (await this.#insert(request, since)) return { state: 'claimed', since };
      const found = await this.#find(request);
      // The row was removed between the two statements: try to claim again.
      if (found) return found;
    }
  }

  /** Does nothing if the claim has ended in the meantime. */
  async store(request: IdempotentRequest, since: Date, answer: IdempotentAnswer): Promise<void> {
    const { status, headers, body } = answer;
    await this.#db
      .updateTable('idempotency_keys')
      .set({ status, headers: JSON.stringify(headers), body })
      .where((row) => row.and(primaryKey(request)))
      .where('reserved_at', '=', since)
      .where('status', 'is', null)
      .execute();
  }

  async release(request: IdempotentRequest, since: Date): Promise<void> {
    await this.#db
      .deleteFrom('idempotency_keys')
      .where((row) => row.and(primaryKey(request)))
      .where('reserved_at', '=', since)
      .where('status', 'is', null)
      .execute();
  }

  async removeExpired(): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('idempotency_keys')
      .where('expires_at', '<=', this.#clock.now())
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  /** Also replaces an expired row or one abandoned by a crashed process. */
  async #insert(request: IdempotentRequest, now: Date): Promise<boolean> {
    const claimed = {
      body_sha256: request.bodySha256,
      status: null,
      headers: null,
      body: null,
      reserved_at: now,
      expires_at: new Date(now.getTime() + answerTtlMs),
    };
    const abandoned = new Date(now.getTime() - maxRunMs);
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('idempotency_keys')
      .values({ ...primaryKey(request), ...claimed })
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'actor', 'method', 'path', 'key'])
          .doUpdateSet(claimed)
          .where((row) =>
            row.or([
              row('idempotency_keys.expires_at', '<=', now),
              row.and([
                row('idempotency_keys.status', 'is', null),
                row('idempotency_keys.reserved_at', '<=', abandoned),
              ]),
            ]),
          ),
      )
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  async #find(request: IdempotentRequest): Promise<IdempotencyClaim | undefined> {
    const row = await this.#db
      .selectFrom('idempotency_keys')
      .select(['body_sha256', 'status', 'headers', 'body'])
      .where((one) => one.and(primaryKey(request)))
      .executeTakeFirst();
    if (!row) return undefined;
    const { status, headers, body } = row;
    if (row.body_sha256 !== request.bodySha256) return { state: 'reused' };
    if (status === null) return { state: 'running' };
    return { state: 'answered', answer: { status, headers: headers!, body: body! } };
  }
}

function primaryKey({ workspaceId, actor, method, path, key }: IdempotentRequest) {
  return { workspace_id: workspaceId, actor, method, path, key };
}
