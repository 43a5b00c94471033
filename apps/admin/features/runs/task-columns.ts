import type { Task } from '@galley/sdk';

const finished: readonly string[] = [
  ...['completed', 'done', 'closed', 'cancelled', 'canceled', 'failed'],
];

export function isFinished(status: string): boolean {
  return finished.includes(status);
}

export const taskColumns = ['columnOpen', 'columnActive', 'columnBlocked', 'columnDone'] as const;
export type TaskColumnName = (typeof taskColumns)[number];

/** Like the coordinator, counts unknown statuses as active. */
export function columnOf({ status }: Pick<Task, 'status'>): TaskColumnName {
  if (status === 'open') return 'columnOpen';
  if (status === 'blocked') return 'columnBlocked';
  return isFinished(status) ? 'columnDone' : 'columnActive';
}
