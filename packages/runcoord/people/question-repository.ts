import type { Database, Transaction } from '@galley/database';
import { behind, inListOrder } from '../list-order-read-model.ts';
import type { RecordQuery } from '../record-page.ts';

/** Asked by an agent; open until a person answers. */
export interface Question {
  readonly id: string;
  readonly workspaceId: string | null;
  readonly runId: string;
  readonly agentId: string;
  readonly text: string;
  /** Suggested answers; a person may give another one. */
  readonly choices: readonly string[];
  readonly dueAt: Date | null;
  readonly askedAt: Date;
  readonly answer: string | null;
  readonly answeredBy: string | null;
  readonly answeredAt: Date | null;
}

const columns = [
  'id',
  'workspace_id as workspaceId',
  'run_id as runId',
  'agent_id as agentId',
  'text',
  'choices',
  'due_at as dueAt',
  'asked_at as askedAt',
  'answer',
  'answered_by as answeredBy',
  'answered_at as answeredAt',
] as const;

export class QuestionRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async insert(question: Question): Promise<void> {
    await this.#db
      .insertInto('questions')
      .values({
        id: question.id,
        workspace_id: question.workspaceId,
        run_id: question.runId,
        agent_id: question.agentId,
        text: question.text,
        choices: [...question.choices],
        due_at: question.dueAt,
        asked_at: question.askedAt,
      })
      .execute();
  }

  /** Newest first. */
  list({ workspaceId, status, runId, after, limit }: RecordQuery): Promise<Question[]> {
    return this.#db
      .selectFrom('questions')
      .select(columns)
      .where('workspace_id', '=', workspaceId)
      .$if(status !== undefined, (query) =>
        query.where('answered_at', status === 'open' ? 'is' : 'is not', null),
      )
      .$if(runId !== undefined, (query) => query.where('run_id', '=', runId!))
      .where(behind('questions', after))
      .orderBy(inListOrder('questions'))
      .limit(limit)
      .execute();
  }

  find(runId: string, id: string): Promise<Question | undefined> {
    return this.#db
      .selectFrom('questions')
      .select(columns)
      .where('id', '=', id)
      .where('run_id', '=', runId)
      .executeTakeFirst();
  }

  /** Locked until the end of the transaction. */
  hold(workspaceId: string, id: string): Promise<Question | undefined> {
    return this.#db
      .selectFrom('questions')
      .select(columns)
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .forUpdate()
      .executeTakeFirst();
  }

  answer(
    id: string,
    { answer, by, at }: { readonly answer: string; readonly by: string; readonly at: Date },
  ): Promise<Question> {
    return this.#db
      .updateTable('questions')
      .set({ answer, answered_by: by, answered_at: at })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow();
  }

  async countOpen(runId: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('questions')
      .select((question) => question.fn.countAll<number>().as('count'))
      .where('run_id', '=', runId)
      .where('answered_at', 'is', null)
      .executeTakeFirstOrThrow();
    return count;
  }
}
