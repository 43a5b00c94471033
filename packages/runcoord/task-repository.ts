import { sql, type RawBuilder } from 'kysely';
import { toColumns, type Database, type Transaction } from '@galley/database';
import { terminalTaskStatuses } from './classification.ts';
import type { TaskLimits } from './dependencies/dependency-check.ts';
import { waitsFor, type Dependency } from './dependencies/dependency-conditions-read-model.ts';
import { behind, inListOrder } from './list-order-read-model.ts';
import type { PageRequest } from './record-page.ts';
import { inScope, type WorkScope } from './work-scope-read-model.ts';

export interface Task {
  readonly id: string;
  readonly workspaceId: string | null;
  readonly runId: string | null;
  readonly title: string;
  readonly description: string;
  readonly status: string;
  /** Why it has its status, in the words of an agent or a person. */
  readonly note: string | null;
  readonly assignedAgentId: string | null;
  /** Number of assignments. */
  readonly fence: number;
  /** Person who does it instead of agents. */
  readonly takenOverBy: string | null;
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
  readonly note?: string | undefined;
  readonly createdBy: string;
  readonly at: Date;
}

/** Undefined fields stay as they are. */
export interface TaskEdit extends TaskLimits {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly status?: string | undefined;
  readonly note?: string | null | undefined;
  readonly assignedAgentId?: string | null | undefined;
  readonly takenOverBy?: string | null | undefined;
}

/** An agent reaches the tasks of its run, and those within the scope that are assigned to it. */
export type TaskReach =
  | { readonly workspaceId: string }
  | { readonly runId: string; readonly agentId: string; readonly scope: WorkScope };

export interface TaskList extends PageRequest {
  readonly statuses?: readonly string[] | undefined;
  readonly runId?: string | undefined;
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
  'taken_over_by as takenOverBy',
  'depends_on as dependsOn',
  waitsFor.as('waitsFor'),
  'paths',
  'checks',
  'created_by as createdBy',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

export class TaskRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  find(reach: TaskReach, id: string): Promise<Task | undefined> {
    return this.#within(reach).where('id', '=', id).executeTakeFirst();
  }

  /** Locked until the end of the transaction. */
  hold(reach: TaskReach, id: string): Promise<Task | undefined> {
    return this.#within(reach).where('id', '=', id).forUpdate().executeTakeFirst();
  }

  /** For proposals of the task, whatever run it belongs to. */
  findLimits(id: string): Promise<{ readonly title: string; readonly paths: readonly string[] }> {
    const tasks = this.#db.selectFrom('tasks').select(['title', 'paths']);
    return tasks.where('id', '=', id).executeTakeFirstOrThrow();
  }

  /** In database order. Agents see only unfinished tasks of other runs. */
  list(
    reach: TaskReach,
    { statuses, runId, assignedAgentId, after, limit }: TaskList,
  ): Promise<Task[]> {
    return this.#within(reach)
      .$if('runId' in reach, (query) =>
        query.where((where) =>
          where.or([
            where('run_id', '=', (reach as { readonly runId: string }).runId),
            where('status', 'not in', terminalTaskStatuses),
          ]),
        ),
      )
      .$if(statuses !== undefined, (query) => query.where('status', 'in', statuses!))
      .$if(runId !== undefined, (query) => query.where('run_id', '=', runId!))
      .$if(assignedAgentId !== undefined, (query) =>
        query.where('assigned_agent_id', '=', assignedAgentId!),
      )
      .where(behind('tasks', after))
      .orderBy(inListOrder('tasks'))
      .limit(limit)
      .execute();
  }

  insert({ at, title, description, note, ...task }: NewTask): Promise<Task> {
    const { id, workspaceId, runId, createdBy, ...limits } = task;
    return this.#db
      .insertInto('tasks')
      .values({
        ...toColumns({ id, workspaceId, runId, title, description, note, createdBy }),
        ...limitColumns(limits),
        status: 'open',
        assigned_agent_id: null,
        created_at: at,
        updated_at: at,
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
  }

  /** A change of the assignee raises the fence, so that the earlier assignee's calls are refused. */
  update(
    { id, assignedAgentId: before }: Pick<Task, 'id' | 'assignedAgentId'>,
    { assignedAgentId, takenOverBy, dependsOn, paths, checks, ...edit }: TaskEdit,
    at: Date,
  ): Promise<Task> {
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

  #within(reach: TaskReach) {
    return this.#db.selectFrom('tasks').select(columns).where(isWithin(reach));
  }
}

/** Undefined fields stay as they are, or have the defaults of the table. */
function limitColumns({ dependsOn, paths, checks }: TaskLimits) {
  return {
    ...(dependsOn && { depends_on: [...dependsOn] }),
    ...(paths && { paths: [...paths] }),
    ...(checks && { checks: [...checks] }),
  };
}

function isWithin(reach: TaskReach): RawBuilder<boolean> {
  if ('workspaceId' in reach) return inScope(reach);
  const { runId, agentId, scope } = reach;
  return sql`(run_id = ${runId} or (assigned_agent_id = ${agentId} and ${inScope(scope)}))`;
}
