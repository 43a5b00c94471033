import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';

export interface UsagePeriods {
  readonly month: Date;
  readonly day: Date;
  readonly minute: Date;
}

export interface CountedUsage {
  readonly requestsInMinute: number;
  readonly requestsToday: number;
  readonly tokensToday: number;
  readonly tokensInMonth: number;
}

/** Stores no prompts or texts. */
export class AiUsageRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Held until the transaction ends. */
  async lock(username: string): Promise<void> {
    const name = `ai usage of ${username}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(this.#db);
  }

  async count(username: string, { month, day, minute }: UsagePeriods): Promise<CountedUsage> {
    const earliest = new Date(Math.min(...[month, day, minute].map(Number)));
    const { rows } = await sql<CountedUsage>`
      select
        count(*) filter (where started_at > ${minute}) as "requestsInMinute",
        count(*) filter (where started_at >= ${day}) as "requestsToday",
        coalesce(sum(tokens) filter (where started_at >= ${day}), 0) as "tokensToday",
        coalesce(sum(tokens) filter (where started_at >= ${month}), 0) as "tokensInMonth"
      from ai_usage
      where username = ${username} and started_at >= ${earliest}
    `.execute(this.#db);
    return rows[0]!;
  }

  /** The request before the last `later` ones; undefined when there are fewer. */
  async findStart(username: string, later: number): Promise<Date | undefined> {
    const row = await this.#db
      .selectFrom('ai_usage')
      .select('started_at')
      .where('username', '=', username)
      .orderBy('started_at', 'desc')
      .offset(later)
      .limit(1)
      .executeTakeFirst();
    return row?.started_at;
  }

  async insert(row: { username: string; started_at: Date; tokens: number }): Promise<number> {
    const { id } = await this.#db
      .insertInto('ai_usage')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  async update(id: number, tokens: number): Promise<void> {
    await this.#db.updateTable('ai_usage').set({ tokens }).where('id', '=', id).execute();
  }

  /** At most `limit`; returns their number. */
  async removeBefore(time: Date, limit: number): Promise<number> {
    const old = this.#db
      .selectFrom('ai_usage')
      .select('id')
      .where('started_at', '<', time)
      .limit(limit);
    const { numDeletedRows } = await this.#db
      .deleteFrom('ai_usage')
      .where('id', '=', sql<number>`any(array(${old}))`)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
