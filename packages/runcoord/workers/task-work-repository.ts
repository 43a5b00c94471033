import { sql, type RawBuilder } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { terminalTaskStatuses } from '../classification.ts';
import type { TaskLimits } from '../dependencies/dependency-check.ts';
import { waitsFor, type Dependency } from '../dependencies/dependency-conditions-read-model.ts';
import { behind, inListOrder } from '../list-order-read-model.ts';
import type { PageRequest } from '../record-page.ts';
import { inScope, type WorkScope } from '../work-scope-read-model.ts';

export interface WorkTask {
  readonly id: string;
  readonly workspaceId: string | null;
  readonly runId: string | null;
  readonly title: string;
  readonly description: string;
  readonly status: string;
  /** Why it has its status. */
  readonly note: string | null;
  readonly assignedAgentId: string | null;
  /** Number of assignments. */
  readonly fence: number;
  /** Ids of tasks of the same run that have to be done first. */
  readonly dependsOn: readonly string[];
  /** Dependencies that are not done. */
  readonly waitsFor: readonly Dependency[];
  /** Patterns of paths in the repository that its proposals may change; empty: all. */
  readonly paths: readonly string[];
  /** Names of the checks of its proposals. */
  readonly checks: readonly string[];
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NewTask extends TaskLimits {
  readonly id: string;
  readonly workspaceId: string | null;
  readonly runId: string;
  readonly title: string;
  readonly description: string;
  readonly createdBy: string;
  readonly at: Date;
}

export interface TaskText extends TaskLimits {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

export interface NewStatus {
  readonly taskId: string;
  readonly status: string;
  readonly note: string | null;
}

/** Tasks of the run, and those within the scope that are assigned to the agent. */
export interface TaskReach {
  readonly runId: string;
  readonly agentId: string;
  readonly scope: WorkScope;
}

export interface TaskList extends PageRequest {
  readonly statuses?: readonly string[] | undefined;
  readonly assignedAgentId?: string | undefined;
}

const columns = [
  'id',
  'workspace_id as workspaceId',
  'run_id as runId',
  'title',
  'description',
  'status',
  'note',
  'assigned_agent_id as assignedAgentId',
  'fence',
  'depends_on as dependsOn',
  waitsFor.as('waitsFor'),
  'paths',
  'checks',
  'created_by as createdBy',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

/** Undefined fields stay as they are, or have the defaults of the table. */
export function limitColumns({ dependsOn, paths, checks }: TaskLimits) {
  return {
    ...(dependsOn && { depends_on: [...dependsOn] }),
    ...(paths && { paths: [...paths] }),
    ...(checks && { checks: [...checks] }),
  };
}

export class TaskWorkRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  find(reach: TaskReach, id: string): Promise<WorkTask | undefined> {
    return this.#taskQuery(reach, id).executeTakeFirst();
  }

  /** For proposals of the task, whatever run it belongs to. */
  findLimits(id: string): Promise<{ readonly title: string; readonly paths: readonly string[] }> {
    const tasks = this.#db.selectFrom('tasks').select(['title', 'paths']);
    return tasks.where('id', '=', id).executeTakeFirstOrThrow();
  }

  /** Locked until the end of the transaction. */
  hold(reach: TaskReach, id: string): Promise<WorkTask | undefined> {
    return this.#taskQuery(reach, id).forUpdate().executeTakeFirst();
  }

  /** In database order. Of other runs, only unfinished tasks. */
  list(
    reach: TaskReach,
    { statuses, assignedAgentId, after, limit }: TaskList,
  ): Promise<WorkTask[]> {
    return this.#db
      .selectFrom('tasks')
      .select(columns)
      .where(isWithin(reach))
      .where((where) =>
        where.or([
          where('run_id', '=', reach.runId),
          where('status', 'not in', terminalTaskStatuses),
        ]),
      )
      .$if(statuses !== undefined, (query) => query.where('status', 'in', statuses!))
      .$if(assignedAgentId !== undefined, (query) =>
        query.where('assigned_agent_id', '=', assignedAgentId!),
      )
      .where(behind('tasks', after))
      .orderBy(inListOrder('tasks'))
      .limit(limit)
      .execute();
  }

  insert({ id, workspaceId, runId, createdBy, at, ...text }: NewTask): Promise<WorkTask> {
    return this.#db
      .insertInto('tasks')
      .values({
        title: text.title,
        description: text.description,
        ...limitColumns(text),
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

  update(id: string, text: TaskText, at: Date): Promise<WorkTask> {
    const { title, description } = text;
    return this.#db
      .updateTable('tasks')
      .set({ title, description, ...limitColumns(text), updated_at: at })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow();
  }

  assign(id: string, agentId: string, at: Date): Promise<WorkTask> {
    return this.#db
      .updateTable('tasks')
      .set((task) => ({
        status: 'in_progress',
        assigned_agent_id: agentId,
        fence: task('fence', '+', 1),
        updated_at: at,
      }))
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow();
  }

  setStatus({ taskId, status, note }: NewStatus, at: Date): Promise<WorkTask> {
    return this.#db
      .updateTable('tasks')
      .set({ status, note, updated_at: at })
      .where('id', '=', taskId)
      .returning(columns)
      .executeTakeFirstOrThrow();
  }

  #taskQuery(reach: TaskReach, id: string) {
    return this.#db.selectFrom('tasks').select(columns).where('id', '=', id).where(isWithin(reach));
  }
}

function isWithin({ runId, agentId, scope }: TaskReach): RawBuilder<boolean> {
  return sql`(run_id = ${runId} or (assigned_agent_id = ${agentId} and ${inScope(scope)}))`;
}
