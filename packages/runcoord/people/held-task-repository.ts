import type { Transaction } from '@galley/database';
import type { TaskLimits } from '../dependencies/dependency-check.ts';
import { waitsFor } from '../dependencies/dependency-conditions-read-model.ts';
import { limitColumns } from '../workers/task-work-repository.ts';
import type { TaskRecord } from '../work-records-read-model.ts';

export interface NewHeldTask extends TaskLimits {
  readonly id: string;
  readonly workspaceId: string;
  readonly runId: string;
  readonly title: string;
  readonly description: string;
  readonly note?: string | undefined;
  readonly createdBy: string;
  readonly at: Date;
}

export interface HeldTaskEdit extends TaskLimits {
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
  'depends_on as dependsOn',
  'paths',
  'checks',
  waitsFor.as('waitsFor'),
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

  insert(task: NewHeldTask): Promise<TaskRecord> {
    const { id, workspaceId, runId, createdBy, at, title, description, note, ...limits } = task;
    return this.#db
      .insertInto('tasks')
      .values({
        ...limitColumns(limits),
        title,
        description,
        note: note ?? null,
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
    { assignedAgentId, takenOverBy, dependsOn, paths, checks, ...edit }: HeldTaskEdit,
    at: Date,
  ): Promise<TaskRecord> {
    const isReassigned = assignedAgentId !== undefined && assignedAgentId !== before;
    return this.#db
      .updateTable('tasks')
      .set({ ...edit, ...limitColumns({ dependsOn, paths, checks }), updated_at: at })
      .$if(edit.status !== undefined, (query) => query.set({ blocked_by: null }))
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
