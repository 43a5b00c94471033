import { sql } from 'kysely';
import type { Database } from '@galley/database';

export interface ReviewRequest {
  readonly actor: string;
  readonly at: Date;
  readonly note: string | null;
}

export class ReviewRequestsReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Documents that entered review on disk have no request. */
  async find(documentIds: readonly number[]): Promise<Map<number, ReviewRequest>> {
    if (documentIds.length === 0) return new Map();
    const { rows } = await sql<ReviewRequest & { documentId: number }>`
      select wanted.id as "documentId", actor, at, note
      from unnest(${documentIds}::bigint[]) as wanted (id)
      cross join lateral (
        select actor, at, note from editorial_events
        where document_id = wanted.id and action = 'request_review'
        order by at desc, id desc limit 1
      ) as request
    `.execute(this.#db);
    return new Map(rows.map(({ documentId, ...request }) => [documentId, request]));
  }
}
