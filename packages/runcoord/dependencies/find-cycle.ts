import type { DependentTask } from './dependency-repository.ts';

/** The tasks from the given one back to itself; `undefined` if it does not depend on itself. */
export function findCycle(
  tasks: readonly DependentTask[],
  taskId: string,
): readonly DependentTask[] | undefined {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const seen = new Set<string>();
  const open = [{ id: taskId, path: [] as readonly DependentTask[] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const task = byId.get(next.id);
    if (!task) continue;
    const path = [...next.path, task];
    for (const id of task.dependsOn) {
      if (id === taskId) return [...path, byId.get(taskId)!];
      if (seen.has(id)) continue;
      seen.add(id);
      open.push({ id, path });
    }
  }
  return undefined;
}
