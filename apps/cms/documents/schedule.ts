import type { ScheduleService } from '@galley/content';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import type { Clock } from '@galley/kernel';

export interface ScheduleServices {
  readonly schedule: ScheduleService;
  readonly clock: Clock;
}

export function scheduleHandlers({
  schedule,
  clock,
}: ScheduleServices): Pick<Module<typeof contract.documents>, 'schedule'> {
  return {
    schedule: async ({ actor }) => {
      const { acts, nextDueAt, lastRunAt } = await schedule.report(actor);
      const now = clock.now();
      return {
        items: acts.map(({ dueAt, ...act }) => ({
          ...act,
          due_at: dueAt.toISOString(),
          is_overdue: dueAt <= now,
        })),
        next_due_at: nextDueAt?.toISOString() ?? null,
        last_run_at: lastRunAt?.toISOString() ?? null,
      };
    },
  };
}
