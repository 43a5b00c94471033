import type { Clock, Logger, Loop } from '@galley/kernel';

export interface HousekeepingOptions {
  /** What is removed, and how: each returns how many there were. */
  readonly tasks: Readonly<Record<string, () => Promise<number>>>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const intervalMilliseconds = 10 * 60_000;

/** Removes what has ended, such as expired sessions, at the start and every ten minutes. */
export class Housekeeping implements Loop {
  readonly #options: HousekeepingOptions;
  #stopped: Promise<void> = Promise.resolve();

  constructor(options: HousekeepingOptions) {
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
      await this.#tidy();
      await this.#options.clock.sleep(intervalMilliseconds, signal);
    }
  }

  async #tidy(): Promise<void> {
    const { tasks, logger } = this.#options;
    for (const [what, remove] of Object.entries(tasks)) {
      try {
        const removed = await remove();
        if (removed > 0) logger.debug(`removed ${what}`, { removed });
      } catch (error) {
        // What was not removed now has ended all the same; the next round tries again.
        logger.warn(`${what} could not be removed`, {
          error: error instanceof Error ? error.message : String(error),
        });
      }
    }
  }
}
