import { newId, redactSecrets } from '@galley/kernel';
import {
  requireDependencies,
  requireNoDependency,
  requireUnassigned,
} from '../dependencies/dependency-check.ts';
import { runProblems } from '../problems.ts';
import type { Page } from '../record-page.ts';
import { quoteName } from '../require-workspace.ts';
import { TaskRepository, type Task, type TaskList, type TaskReach } from '../task-repository.ts';
import type { TaskLimits } from '../dependencies/dependency-check.ts';
import { workScope } from '../work-scope-read-model.ts';
import { requireIntake, tell, type WorkContext } from './work-context.ts';
import { workPage } from './work-page.ts';

export interface StatusChange {
  readonly taskId: string;
  readonly status: string;
  /** Why, for people and the next assignee. */
  readonly note?: string | undefined;
  readonly expectedStatus?: string | undefined;
  readonly fence?: number | undefined;
}

export class TaskWork {
  readonly #context: WorkContext;
  readonly #tasks: TaskRepository;
  readonly #reach: TaskReach;

  constructor(context: WorkContext) {
    this.#context = context;
    this.#tasks = new TaskRepository(context.db);
    const { runId, agentId, workspaceId } = context.worker;
    const scope = workScope(context.scope, { id: runId, workspaceId });
    this.#reach = { runId, agentId, scope };
  }

  /** @throws `task_not_found`, also for a task of another run that is not assigned to the agent. */
  async get(id: string): Promise<Task> {
    return required(await this.#tasks.find(this.#reach, id), id);
  }

  list(query: TaskList): Promise<Page<Task>> {
    return workPage(query, {
      list: (page) => this.#tasks.list(this.#reach, { ...query, ...page }),
      has: async (id) => (await this.#tasks.find(this.#reach, id)) !== undefined,
    });
  }

  /** @throws `invalid_dependency` */
  async create(
    text: TaskLimits & { readonly title: string; readonly description: string },
  ): Promise<Task> {
    const { db, worker, clock } = this.#context;
    const { runId, workspaceId, agentId: createdBy } = worker;
    await requireDependencies(db, { runId, dependsOn: text.dependsOn ?? [] });
    const at = clock.now();
    const id = newId(at.getTime());
    const task = await this.#tasks.insert({ ...text, id, workspaceId, runId, createdBy, at });
    const payload = { task_id: task.id, title: task.title, agent_id: worker.agentId };
    await tell(this.#context, 'task.created', payload);
    return task;
  }

  /** For the creator of an unassigned task. @throws `task_not_found`, `not_yours`, `task_taken`, `invalid_dependency` */
  async update(id: string, limits: TaskLimits): Promise<Task> {
    const { db, worker, clock } = this.#context;
    const task = await this.#hold(id);
    requireCreator(task, worker.agentId);
    requireUnassigned(task);
    const { dependsOn } = limits;
    if (dependsOn) await requireDependencies(db, { taskId: id, runId: task.runId, dependsOn });
    const changed = await this.#tasks.update(task, limits, clock.now());
    await tell(this.#context, 'task.edited', { task_id: id, changed_by: worker.agentId });
    return changed;
  }

  /** The first of concurrent claims succeeds. @throws `run_takes_no_work`, `task_not_found`, `task_taken`, `task_waits`. */
  async claim(id: string): Promise<Task> {
    const { worker, clock } = this.#context;
    await requireIntake(this.#context);
    const held = await this.#hold(id);
    const { status, assignedAgentId, waitsFor } = held;
    if (status !== 'open' || assignedAgentId !== null) {
      const assignee = assignedAgentId === worker.agentId ? 'you' : assignedAgentId;
      const assignment = assignee === null ? 'unassigned' : `assigned to ${assignee}`;
      throw runProblems.task_taken(
        `The task is ${quoteName(status)} and ${assignment}. Only open, unassigned tasks can be claimed.`,
        { task_status: status, assigned_agent_id: assignedAgentId },
      );
    }
    requireNoDependency(waitsFor);
    const task = await this.#tasks.update(
      held,
      { status: 'in_progress', assignedAgentId: worker.agentId },
      clock.now(),
    );
    const payload = { task_id: id, assigned_agent_id: worker.agentId, fence: task.fence };
    await tell(this.#context, 'task.claimed', payload);
    return task;
  }

  /** @throws `task_not_found`, `not_yours`, `fence_lost` if reassigned, `status_changed` if not the expected status. */
  async updateStatus(change: StatusChange): Promise<Task> {
    const { worker, clock } = this.#context;
    const task = await this.#hold(change.taskId);
    requireOwn(task, worker.agentId);
    requireSame(task, change);
    // Neither a write nor an event: an unchanged task is no new work.
    if (task.status === change.status) return task;
    const note = change.note === undefined ? null : redactSecrets(change.note);
    const changed = await this.#tasks.update(task, { status: change.status, note }, clock.now());
    const moved = { from: task.status, to: change.status };
    const payload = { task_id: task.id, ...moved, agent_id: worker.agentId };
    await tell(this.#context, 'task.status_changed', payload);
    return changed;
  }

  async #hold(id: string): Promise<Task> {
    return required(await this.#tasks.hold(this.#reach, id), id);
  }
}

function required(task: Task | undefined, id: string): Task {
  if (task) return task;
  throw runProblems.task_not_found(
    `Task "${quoteName(id)}" not found in your run. Call task_list for its tasks.`,
  );
}

/** No agent can lift limits that a person or another agent has set. */
function requireCreator({ createdBy }: Task, agentId: string): void {
  if (createdBy === agentId) return;
  throw runProblems.not_yours(
    `The task was created by ${createdBy}. You can only edit tasks that you created.`,
  );
}

function requireOwn({ assignedAgentId }: Task, agentId: string): void {
  if (assignedAgentId === agentId) return;
  throw runProblems.not_yours(
    assignedAgentId === null
      ? 'The task is unassigned. Claim it first with task_claim.'
      : `The task is assigned to ${assignedAgentId}. You can only change tasks that are assigned to you.`,
    { assigned_agent_id: assignedAgentId },
  );
}

function requireSame(task: Task, { fence, expectedStatus }: StatusChange): void {
  if (fence !== undefined && fence !== task.fence) {
    throw runProblems.fence_lost(
      `The task was reassigned: its fence is ${task.fence}, not ${fence}. Nothing was changed; read the task again.`,
      { fence: task.fence },
    );
  }
  if (expectedStatus !== undefined && expectedStatus !== task.status) {
    throw runProblems.status_changed(
      `The task is ${quoteName(task.status)}, not ${quoteName(expectedStatus)}. Nothing was changed; read the task and decide again.`,
      { task_status: task.status },
    );
  }
}
