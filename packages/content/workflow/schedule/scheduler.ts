import { Ticker, type Clock, type Logger } from '@galley/kernel';
import type { ScheduleService } from './schedule-service.ts';

export interface ScheduleRunnerOptions {
  readonly schedule: ScheduleService;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Actions run within two seconds of their time (GAP-SCHED-1). Each run costs one query of two small indexes. */
export function scheduleRunner({ schedule, clock, logger }: ScheduleRunnerOptions): Ticker {
  const run = (signal: AbortSignal): Promise<unknown> => schedule.runDue(signal);
  return new Ticker({ id: 'schedule-runner', everyMs: 500, clock, logger, run });
}
