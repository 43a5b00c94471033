import type { Transaction } from '@galley/database';
import { newId } from '@galley/kernel';
import { terminalTaskStatuses } from '../classification.ts';
import {
  requireDependencies,
  requireNoDependency,
  requireUnassigned,
  type TaskLimits,
} from '../dependencies/dependency-check.ts';
import { runProblems } from '../problems.ts';
import { quoteName, requireFound } from '../require-workspace.ts';
import type { NewRunEvent, RunEventType } from '../run-event.ts';
import { acting, holdRunInProgress, type PeopleOptions, type PersonCommand } from './acting.ts';
import { requireAgent } from './conversation.ts';
import { TaskRepository, type Task, type TaskEdit } from '../task-repository.ts';

export interface NewTaskCommand extends PersonCommand, TaskLimits {
  readonly runId: string;
  readonly title: string;
  readonly description: string;
  readonly note?: string | undefined;
}

export interface TaskCommand extends PersonCommand {
  readonly taskId: string;
}

/** Undefined fields stay as they are. */
export interface TaskEditCommand extends TaskCommand, TaskLimits {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly status?: string | undefined;
  /** Why it has its status; null removes it. */
  readonly note?: string | null | undefined;
}

type TaskAction = 'update' | 'cancel' | 'reopen' | 'assign' | 'take-over';

/** Acts of people on tasks of runs in progress. @throws `workspace_not_found`, `run_over`, `task_not_found` */
export class TaskControl {
  readonly #options: PeopleOptions;

  constructor(options: PeopleOptions) {
    this.#options = options;
  }

  /** Also throws `run_not_found` and `invalid_dependency`. */
  create(command: NewTaskCommand): Promise<Task> {
    const {
      workspaceId,
      runId,
      title,
      by,
      description,
      note,
      dependsOn = [],
      paths,
      checks,
    } = command;
    return acting(this.#options, command, async (transaction) => {
      await holdRunInProgress(transaction, workspaceId, runId);
      await requireDependencies(transaction, { runId, dependsOn });
      const at = this.#options.clock.now();
      const id = newId(at.getTime());
      const words = { title, description, note, dependsOn, paths, checks };
      const task = { ...words, id, workspaceId, runId, createdBy: by.username, at };
      const result = await new TaskRepository(transaction).insert(task);
      const payload = { task_id: id, title, created_by: by.username };
      const events: NewRunEvent[] = [{ runId, type: 'task.created', payload, at }];
      const details = { run_id: runId, title };
      return { result, act: { action: 'task.create', target: id, details, events } };
    });
  }

  /** Also throws `invalid_dependency`, and `task_taken` for limits of an assigned task. */
  update({ title, description, status, note, ...given }: TaskEditCommand): Promise<Task> {
    const { dependsOn, paths, checks, ...command } = given;
    const limits = { dependsOn, paths, checks };
    // An open task is left to the agents.
    const takenOverBy = status === 'open' ? null : undefined;
    const edit = { title, description, status, note, takenOverBy, ...limits };
    const type = status === undefined ? 'task.edited' : 'task.status_changed';
    return this.#change(command, 'update', {
      edit,
      type,
      check: async (transaction, task) => {
        if (dependsOn ?? paths ?? checks) requireUnassigned(task);
        const { id: taskId, runId } = task;
        if (dependsOn) await requireDependencies(transaction, { taskId, runId, dependsOn });
      },
    });
  }

  cancel(command: TaskCommand): Promise<Task> {
    return this.#change(command, 'cancel', {
      edit: { status: 'cancelled' },
      type: 'task.status_changed',
    });
  }

  /** The next tick assigns it again. */
  reopen(command: TaskCommand): Promise<Task> {
    return this.#change(command, 'reopen', {
      edit: { status: 'open', assignedAgentId: null, takenOverBy: null, note: null },
      type: 'task.status_changed',
    });
  }

  /** `null` leaves it to the next tick. Also throws `agent_not_found`, `task_waits` and, for a finished task, `status_changed`. */
  async assign(command: TaskCommand & { readonly agentId: string | null }): Promise<Task> {
    const { agentId } = command;
    return this.#change(command, 'assign', {
      edit: {
        status: agentId === null ? 'open' : 'in_progress',
        assignedAgentId: agentId,
        takenOverBy: null,
      },
      type: 'task.assigned',
      check: async (transaction, task) => {
        if (agentId !== null) await requireAgent(transaction, agentId);
        requireUnfinished(task);
        if (agentId !== null && task.assignedAgentId === null) requireNoDependency(task.waitsFor);
      },
    });
  }

  /** The person does the task: its agent loses it, and no agent is offered it until it is open again. Also throws `status_changed`. */
  takeOver(command: TaskCommand): Promise<Task> {
    const takenOverBy = command.by.username;
    return this.#change(command, 'take-over', {
      edit: { status: 'in_progress', assignedAgentId: null, takenOverBy },
      type: 'task.taken_over',
      check: (_, task) => Promise.resolve(requireUnfinished(task)),
    });
  }

  #change(
    command: TaskCommand,
    action: TaskAction,
    { edit, type, check }: TaskChange,
  ): Promise<Task> {
    const { workspaceId, taskId, by } = command;
    return acting(this.#options, command, async (transaction) => {
      const tasks = new TaskRepository(transaction);
      const task = await holdTask(tasks, command);
      const { runId } = task;
      if (runId !== null) await holdRunInProgress(transaction, workspaceId, runId);
      await check?.(transaction, task);
      const at = this.#options.clock.now();
      const result = await tasks.update(task, edit, at);
      const from = task.status === result.status ? {} : { from: task.status, to: result.status };
      const assigned = { assigned_agent_id: result.assignedAgentId };
      const taken = { taken_over_by: result.takenOverBy };
      const changed = {
        ...from,
        ...(type === 'task.assigned' && assigned),
        ...(type === 'task.taken_over' && taken),
      };
      const payload = { task_id: taskId, ...changed, changed_by: by.username };
      const events = runId === null ? [] : [{ runId, type, payload, at }];
      const details = { run_id: runId, ...changed };
      return { result, act: { action: `task.${action}`, target: taskId, details, events } };
    });
  }
}

interface TaskChange {
  readonly edit: TaskEdit;
  readonly type: RunEventType;
  readonly check?: (transaction: Transaction, task: Task) => Promise<void>;
}

function requireUnfinished({ status }: Task): void {
  if (!(terminalTaskStatuses as readonly string[]).includes(status)) return;
  throw runProblems.status_changed(
    `The task is ${quoteName(status)}. Reopen it first; nothing was changed.`,
    { task_status: status },
  );
}

function holdTask(tasks: TaskRepository, { workspaceId, taskId }: TaskCommand): Promise<Task> {
  return requireFound(
    { workspaceId, kind: 'Task', id: taskId, problem: runProblems.task_not_found },
    () => tasks.hold({ workspaceId }, taskId),
  );
}
