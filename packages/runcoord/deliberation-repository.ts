import { sql } from 'kysely';
import { toColumns, type Database, type Transaction } from '@galley/database';
import { behind, inListOrder } from './list-order-read-model.ts';
import type { PageRequest, RecordQuery } from './record-page.ts';

export interface Deliberation {
  readonly id: string;
  readonly workspaceId: string | null;
  readonly runId: string | null;
  readonly topic: string;
  readonly status: string;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface DeliberationPost {
  readonly id: string;
  readonly deliberationId: string;
  readonly agentId: string;
  readonly body: string;
  readonly postedAt: Date;
}

const columns = [
  'id',
  'workspace_id as workspaceId',
  'run_id as runId',
  'topic',
  'status',
  'created_by as createdBy',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

export class DeliberationRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Newest first. */
  list({ workspaceId, status, runId, after, limit }: RecordQuery): Promise<Deliberation[]> {
    return this.#db
      .selectFrom('deliberations')
      .select(columns)
      .where('workspace_id', '=', workspaceId)
      .$if(status !== undefined, (query) => query.where('status', '=', status!))
      .$if(runId !== undefined, (query) => query.where('run_id', '=', runId!))
      .where(behind('deliberations', after))
      .orderBy(inListOrder('deliberations'))
      .limit(limit)
      .execute();
  }

  find(runId: string, id: string): Promise<Deliberation | undefined> {
    return this.#deliberationQuery(runId, id).executeTakeFirst();
  }

  /** Locked until the end of the transaction, which prevents closing. */
  hold(runId: string, id: string): Promise<Deliberation | undefined> {
    return this.#deliberationQuery(runId, id).forUpdate().executeTakeFirst();
  }

  findInWorkspace(workspaceId: string, id: string): Promise<Deliberation | undefined> {
    return this.#db
      .selectFrom('deliberations')
      .select(columns)
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
  }

  async insert(deliberation: Deliberation): Promise<void> {
    await this.#db.insertInto('deliberations').values(toColumns(deliberation)).execute();
  }

  async addPost(post: DeliberationPost): Promise<void> {
    await this.#db.insertInto('deliberation_posts').values(toColumns(post)).execute();
  }

  setStatus(id: string, status: string, at: Date): Promise<Deliberation> {
    return this.#db
      .updateTable('deliberations')
      .set({ status, updated_at: at })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow();
  }

  /** Oldest first. */
  listPosts(deliberationId: string, { after, limit }: PageRequest): Promise<DeliberationPost[]> {
    return this.#db
      .selectFrom('deliberation_posts')
      .select([
        'id',
        'deliberation_id as deliberationId',
        'agent_id as agentId',
        'body',
        'posted_at as postedAt',
      ])
      .where('deliberation_id', '=', deliberationId)
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`seq > (select seq from deliberation_posts as known where known.id = ${after})`,
        ),
      )
      .orderBy('seq')
      .limit(limit)
      .execute();
  }

  async hasPost(deliberationId: string, id: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('deliberation_posts')
      .select('id')
      .where('id', '=', id)
      .where('deliberation_id', '=', deliberationId)
      .executeTakeFirst();
    return row !== undefined;
  }

  #deliberationQuery(runId: string, id: string) {
    return this.#db
      .selectFrom('deliberations')
      .select(columns)
      .where('id', '=', id)
      .where('run_id', '=', runId);
  }
}
