import { sql } from 'kysely';
import type { Transaction } from '@galley/database';

export interface EndingToken {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  /** Time of creation, or of the last rotation. */
  readonly since: Date;
  readonly expiresAt: Date;
}

const batchSize = 500;

export class TokenWarningRepository {
  readonly #transaction: Transaction;

  constructor(transaction: Transaction) {
    this.#transaction = transaction;
  }

  /** Marks the tokens of enabled owners that end before then and were not warned at this stage or a later one. */
  async take(
    days: number,
    { now, before }: { readonly now: Date; readonly before: Date },
  ): Promise<EndingToken[]> {
    const { rows } = await sql<EndingToken>`
      with due as (
        select api_tokens.id from api_tokens join users using (username)
        where expires_at > ${now} and expires_at <= ${before} and revoked_at is null and users.enabled
          and (warned_days is null or warned_days > ${days})
        order by expires_at limit ${batchSize}
        -- Another process warns of the others.
        for update of api_tokens skip locked
      )
      update api_tokens set warned_days = ${days} from due where api_tokens.id = due.id
      returning api_tokens.id, username, name, coalesce(rotated_at, created_at) as since,
        expires_at as "expiresAt"
    `.execute(this.#transaction);
    return rows;
  }
}
