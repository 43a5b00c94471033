import type { Database, Transaction } from '@galley/database';
import { runProblems } from '../problems.ts';
import { quoteName } from '../require-workspace.ts';
import { RunEventRepository } from '../run-event-repository.ts';
import type { Dependency } from './dependency-conditions-read-model.ts';
import { DependencyRepository } from './dependency-repository.ts';
import { findCycle } from './find-cycle.ts';

/** Limits the ids, paths and checks of a task. */
export const maxTaskLimits = 50;

/** Which tasks have to be done first, which files its proposals may change, and which checks they have to pass. */
export interface TaskLimits {
  readonly dependsOn?: readonly string[] | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly checks?: readonly string[] | undefined;
}

export interface NewDependencies {
  /** `undefined` for a new task. */
  readonly taskId?: string | undefined;
  readonly runId: string | null;
  readonly dependsOn: readonly string[];
}

/**
 * Call it with the task locked. Takes the stream lock, so that two changes that together would make a cycle see each other.
 * @throws `invalid_dependency` for an unknown task, one of another run, the task itself and a cycle.
 */
export async function requireDependencies(
  db: Database | Transaction,
  { taskId, runId, dependsOn }: NewDependencies,
): Promise<void> {
  if (dependsOn.length === 0) return;
  if (runId === null) throw refused('The task belongs to no run, so it cannot depend on others.');
  await new RunEventRepository(db).lock();
  const tasks = await new DependencyRepository(db).listOfRun(runId);
  const unknown = dependsOn.find((id) => !tasks.some((task) => task.id === id));
  if (unknown !== undefined)
    throw refused(`depends_on: the run ${runId} has no task "${quoteName(unknown)}".`);
  if (taskId === undefined) return;
  if (dependsOn.includes(taskId)) throw refused('depends_on: a task cannot depend on itself.');
  const changed = tasks.map((task) => (task.id === taskId ? { ...task, dependsOn } : task));
  const cycle = findCycle(changed, taskId);
  if (!cycle) return;
  const path = cycle.map(({ title }) => `“${title}”`).join(' → ');
  throw refused(`depends_on: the tasks would wait for each other: ${path}.`);
}

/** @throws `task_waits` */
export function requireNoDependency(waitsFor: readonly Dependency[]): void {
  if (waitsFor.length === 0) return;
  const named = waitsFor.map(({ title, status }) => `“${title}” (${status})`).join(', ');
  throw runProblems.task_waits(
    `The task waits for ${named}. It can be assigned when they are done and their proposals are decided.`,
    { waits_for: waitsFor.map(({ id }) => id) },
  );
}

/** Agents rely on the limits of a task while they work on it. @throws `task_taken` */
export function requireUnassigned({
  status,
  assignedAgentId,
}: {
  readonly status: string;
  readonly assignedAgentId: string | null;
}): void {
  if (assignedAgentId === null) return;
  throw runProblems.task_taken(
    `The task is ${quoteName(status)} and assigned to ${assignedAgentId}. Its limits can change only while it is unassigned.`,
    { task_status: status, assigned_agent_id: assignedAgentId },
  );
}

function refused(message: string): Error {
  return runProblems.invalid_dependency(message);
}
