import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import type { PageRequest } from '../record-page.ts';

export interface WorkDeliberation {
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

export class DeliberationWorkRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  find(runId: string, id: string): Promise<WorkDeliberation | undefined> {
    return this.#deliberationQuery(runId, id).executeTakeFirst();
  }

  /** Locked until the end of the transaction, which prevents closing. */
  hold(runId: string, id: string): Promise<WorkDeliberation | undefined> {
    return this.#deliberationQuery(runId, id).forUpdate().executeTakeFirst();
  }

  async isIn(workspaceId: string, id: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('deliberations')
      .select('id')
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    return row !== undefined;
  }

  async insert(deliberation: WorkDeliberation): Promise<void> {
    await this.#db
      .insertInto('deliberations')
      .values({
        id: deliberation.id,
        workspace_id: deliberation.workspaceId,
        run_id: deliberation.runId,
        topic: deliberation.topic,
        status: deliberation.status,
        created_by: deliberation.createdBy,
        created_at: deliberation.createdAt,
        updated_at: deliberation.updatedAt,
      })
      .execute();
  }

  async addPost(post: DeliberationPost): Promise<void> {
    await this.#db
      .insertInto('deliberation_posts')
      .values({
        id: post.id,
        deliberation_id: post.deliberationId,
        agent_id: post.agentId,
        body: post.body,
        posted_at: post.postedAt,
      })
      .execute();
  }

  setStatus(id: string, status: string, at: Date): Promise<WorkDeliberation> {
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
