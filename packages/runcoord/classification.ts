/** What a task's status counts as, when it is asked whether a run is finished (RC-ST-1 to RC-ST-3). */
export type TaskClass = 'active' | 'blocked' | 'terminal';

/** As the indexes of `tasks` have them. */
export const terminalTaskStatuses = [
  'completed',
  'done',
  'closed',
  'cancelled',
  'canceled',
  'failed',
] as const;
export const blockedTaskStatus = 'blocked';

/** Statuses are free text: one that is not listed is work that goes on. */
export function classOfTask(status: string): TaskClass {
  if (status === blockedTaskStatus) return 'blocked';
  return (terminalTaskStatuses as readonly string[]).includes(status) ? 'terminal' : 'active';
}

/** A proposal of any other status is no work (RC-ST-4). */
export const activeProposalStatuses = ['pending', 'in_review', 'revision_requested'] as const;

export function isActiveProposal(status: string): boolean {
  return (activeProposalStatuses as readonly string[]).includes(status);
}
