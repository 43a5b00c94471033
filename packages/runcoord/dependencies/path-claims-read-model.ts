import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import type { Turn } from '../turns.ts';
import { PathClaims, type TurnTask } from './path-claims.ts';

export class PathClaimsReadModel {
  readonly #db: Database | Transaction;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** A revision of a proposal belongs to the task of the proposal; a review changes no file. */
  async find(inFlight: readonly Turn[], waiting: readonly Turn[]): Promise<PathClaims> {
    const turns = [...inFlight, ...waiting];
    const { rows } = await sql<TurnTask>`
      select turn.id::float8 as "requestEventId", tasks.id as "taskId", paths
      from unnest(${sql.val(turns.map(({ requestEventId }) => requestEventId))}::bigint[],
        ${sql.val(turns.map(({ reason }) => reason))}::text[]) as turn (id, reason)
        join tasks on tasks.id = case split_part(reason, ' ', 1)
          when 'task' then split_part(reason, ' ', 2)
          when 'revise' then (select task_id from proposals where proposals.id = split_part(reason, ' ', 2)) end
    `.execute(this.#db);
    return new PathClaims(rows, inFlight);
  }
}
