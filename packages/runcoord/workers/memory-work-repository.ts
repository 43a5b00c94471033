import { sql } from 'kysely';
import { toColumns, type Database, type Transaction } from '@galley/database';
import { behind, inListOrder } from '../list-order-read-model.ts';
import type { RecordQuery } from '../record-page.ts';

export interface Memory {
  readonly id: string;
  readonly workspaceId: string | null;
  readonly runId: string;
  readonly agentId: string;
  readonly topic: string;
  readonly body: string;
  readonly recordedAt: Date;
}

export interface MemoryQuery {
  /** Null: memories of the run. */
  readonly workspaceId: string | null;
  readonly runId: string;
  readonly query: string;
  readonly limit: number;
}

export interface MemoryRecordQuery extends RecordQuery {
  readonly agentId?: string | undefined;
  readonly text?: string | undefined;
}

const columns = [
  'id',
  'workspace_id as workspaceId',
  'run_id as runId',
  'agent_id as agentId',
  'topic',
  'body',
  'recorded_at as recordedAt',
] as const;

/** Has to match the expression of the index `memories_by_words`. */
const words = sql`(setweight(to_tsvector('simple', topic), 'A') || setweight(to_tsvector('simple', body), 'B'))`;

function anyOf(text: string) {
  return sql`replace(plainto_tsquery('simple', ${text})::text, '&', '|')::tsquery`;
}

export class MemoryWorkRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async insert(memory: Memory): Promise<void> {
    await this.#db.insertInto('memories').values(toColumns(memory)).execute();
  }

  /** Newest first; `text`: with at least one of its words. */
  list({ workspaceId, runId, agentId, text, after, limit }: MemoryRecordQuery): Promise<Memory[]> {
    return this.#db
      .selectFrom('memories')
      .select(columns)
      .where('workspace_id', '=', workspaceId)
      .$if(runId !== undefined, (query) => query.where('run_id', '=', runId!))
      .$if(agentId !== undefined, (query) => query.where('agent_id', '=', agentId!))
      .$if(text !== undefined, (query) => query.where(sql<boolean>`${words} @@ ${anyOf(text!)}`))
      .where(behind('memories', after))
      .orderBy(inListOrder('memories'))
      .limit(limit)
      .execute();
  }

  delete(workspaceId: string, id: string): Promise<Memory | undefined> {
    return this.#db
      .deleteFrom('memories')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirst();
  }

  /** With at least one of the words, best match first, then newest first. */
  async search({ workspaceId, runId, query, limit }: MemoryQuery): Promise<Memory[]> {
    const isMine =
      workspaceId === null ? sql`run_id = ${runId}` : sql`workspace_id = ${workspaceId}`;
    const { rows } = await sql<Memory>`
      select id, workspace_id as "workspaceId", run_id as "runId", agent_id as "agentId", topic, body,
        recorded_at as "recordedAt"
      from memories,
        (select ${anyOf(query)} as wanted) as asked
      where ${words} @@ wanted and ${isMine}
      order by ts_rank(${words}, wanted) desc, seq desc
      limit ${limit}
    `.execute(this.#db);
    return rows;
  }
}
