import type { Clock, Logger, Loop } from '@galley/kernel';
import type { ScheduleService } from './schedule-service.ts';

export interface SchedulerOptions {
  readonly schedule: ScheduleService;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Due is due within two seconds (GAP-SCHED-1), on a busy machine too; looking costs one query of two small indexes. */
const intervalMilliseconds = 500;

/** Watches the clock. The times are in the database, so that nothing is forgotten while no process runs. */
export class Scheduler implements Loop {
  readonly #options: SchedulerOptions;
  #isFailing = false;
  #stopped: Promise<void> = Promise.resolve();

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  get stopped(): Promise<void> {
    return this.#stopped;
  }

  start(signal: AbortSignal): void {
    this.#stopped = this.#run(signal);
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#look(signal);
      await this.#options.clock.sleep(intervalMilliseconds, signal);
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { schedule, logger } = this.#options;
    try {
      await schedule.runDue(signal);
      this.#isFailing = false;
    } catch (error) {
      // Once, and not each time for as long as the database is away.
      if (!this.#isFailing) {
        const reason = error instanceof Error ? error.message : String(error);
        logger.error('scheduled publishing does not work; trying again', { error: reason });
      }
      this.#isFailing = true;
    }
  }
}
