import type { Task } from '@galley/sdk';
import { galley } from '../../lib/galley.ts';
import { currentMessages } from '../../lib/messages.ts';
import { toast, toastProblem } from '../../ui/index.ts';
import { refreshRuns } from './queries.ts';
import { columnOf, type TaskColumnName } from './task-columns.ts';
import { taskMessages } from './task-messages.ts';

export type TaskAct = 'reopen' | 'cancel' | 'takeOver' | 'start' | 'complete';
export type TaskDialogName = 'edit' | 'assign' | 'block';

/** How a task gets into a column: at once, or after the answer to a dialog. */
export function moveInto(task: Task, column: TaskColumnName): TaskAct | TaskDialogName | undefined {
  if (columnOf(task) === column) return undefined;
  if (column === 'columnOpen') return 'reopen';
  if (column === 'columnBlocked') return 'block';
  if (column === 'columnDone') return 'complete';
  const hasAssignee = task.assigned_agent_id !== null || task.taken_over_by !== null;
  return hasAssignee ? 'start' : 'assign';
}

export function isDialog(act: TaskAct | TaskDialogName): act is TaskDialogName {
  return act === 'edit' || act === 'assign' || act === 'block';
}

const statuses = { start: 'in_progress', complete: 'completed' } as const;

export async function actOnTask(id: string, task: Task, act: TaskAct): Promise<void> {
  const messages = currentMessages(taskMessages);
  const said: Readonly<Record<TaskAct, string>> = {
    reopen: messages.didReopen,
    cancel: messages.didCancel,
    takeOver: messages.didTakeOver,
    start: messages.didMove,
    complete: messages.didMove,
  };
  try {
    if (act === 'start' || act === 'complete')
      await galley.tasks.update({ id, task: task.id, status: statuses[act] });
    else await galley.tasks[act]({ id, task: task.id });
    toast({ text: said[act] });
  } catch (error) {
    toastProblem(error);
  }
  await refreshRuns();
}
