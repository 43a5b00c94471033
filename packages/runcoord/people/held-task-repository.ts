import type { Transaction } from '@galley/database';
import type { TaskRecord } from '../work-records-read-model.ts';

export interface NewHeldTask {
  readonly id: string;
  readonly workspaceId: string;
  readonly runId: string;
  readonly title: string;
  readonly description: string;
  readonly createdBy: string;
  readonly at: Date;
}

export interface HeldTaskEdit {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly status?: string | undefined;
  readonly note?: string | null | undefined;
  readonly assignedAgentId?: string | null | undefined;
  readonly takenOverBy?: string | null | undefined;
}

const columns = [
  'id',
  'run_id as runId',
  'title',
  'description',
  'status',
  'note',
  'assigned_agent_id as assignedAgentId',
  'taken_over_by as takenOverBy',
  'created_by as createdBy',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

/** Tasks of a workspace that a person changes. */
export class HeldTaskRepository {
  readonly #db: Transaction;

  constructor(db: Transaction) {
    this.#db = db;
  }

  hold(workspaceId: string, id: string): Promise<TaskRecord | undefined> {
    return this.#db
      .selectFrom('tasks')
      .select(columns)
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .forUpdate()
      .executeTakeFirst();
  }

  insert({ id, workspaceId, runId, createdBy, at, ...words }: NewHeldTask): Promise<TaskRecord> {
    return this.#db
      .insertInto('tasks')
      .values({
        ...words,
        id,
        workspace_id: workspaceId,
        run_id: runId,
        status: 'open',
        assigned_agent_id: null,
        created_by: createdBy,
        created_at: at,
        updated_at: at,
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
  }

  /** A change of the assignee raises the fence, so that the earlier assignee's calls are refused. */
  update(
    { id, assignedAgentId: before }: TaskRecord,
    { assignedAgentId, takenOverBy, ...edit }: HeldTaskEdit,
    at: Date,
  ): Promise<TaskRecord> {
    const isReassigned = assignedAgentId !== undefined && assignedAgentId !== before;
    return this.#db
      .updateTable('tasks')
      .set({ ...edit, updated_at: at })
      .$if(takenOverBy !== undefined, (query) => query.set({ taken_over_by: takenOverBy ?? null }))
      .$if(isReassigned, (query) =>
        query.set((task) => ({
          assigned_agent_id: assignedAgentId ?? null,
          fence: task('fence', '+', 1),
        })),
      )
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow();
  }
}
