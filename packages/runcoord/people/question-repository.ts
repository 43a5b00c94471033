import { toColumns, type Database, type Transaction } from '@galley/database';
import { behind, inListOrder } from '../list-order-read-model.ts';
import type { RecordQuery } from '../record-page.ts';

/** Asked by an agent or about it; open until a person answers. */
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
  /** Set if the coordinator asks: the reason for which it has paused the run. */
  readonly about: string | null;
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
  'about',
] as const;

export class QuestionRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async insert(question: Question): Promise<void> {
    await this.#db.insertInto('questions').values(toColumns(question)).execute();
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

  async findRun(workspaceId: string, id: string): Promise<string | undefined> {
    const found = await this.#db
      .selectFrom('questions')
      .select('run_id as runId')
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    return found?.runId;
  }

  /** Locked until the end of the transaction; the run has to be locked first. */
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

  /** Answers the questions of the coordinator about a run that is no longer paused. */
  async close(
    runId: string,
    { answer, by, at }: { readonly answer: string; readonly by: string; readonly at: Date },
  ): Promise<void> {
    await this.#db
      .updateTable('questions')
      .set({ answer, answered_by: by, answered_at: at })
      .where('run_id', '=', runId)
      .where('about', 'is not', null)
      .where('answered_at', 'is', null)
      .execute();
  }

  async countOpen(runId: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('questions')
      .select((question) => question.fn.countAll<number>().as('count'))
      .where('run_id', '=', runId)
      .where('answered_at', 'is', null)
      .where('about', 'is', null)
      .executeTakeFirstOrThrow();
    return count;
  }
}
