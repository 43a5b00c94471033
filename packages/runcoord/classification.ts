/** How a task's status counts when the coordinator decides whether a run is finished (RC-ST-1 to RC-ST-3). */
export type TaskClass = 'active' | 'blocked' | 'terminal';

/** Has to match the conditions of the partial indexes on `tasks`. */
export const terminalTaskStatuses = [
  'completed',
  'done',
  'closed',
  'cancelled',
  'canceled',
  'failed',
] as const;
export const blockedTaskStatus = 'blocked';

export function classOfTask(status: string): TaskClass {
  if (status === blockedTaskStatus) return 'blocked';
  return (terminalTaskStatuses as readonly string[]).includes(status) ? 'terminal' : 'active';
}

/** Proposals with any other status count as finished (RC-ST-4). */
export const activeProposalStatuses = ['pending', 'in_review', 'revision_requested'] as const;

export function isActiveProposal(status: string): boolean {
  return (activeProposalStatuses as readonly string[]).includes(status);
}
