import { Ticker, type Clock, type Logger } from '@galley/kernel';

export interface CleanupJobOptions {
  /** Each returns the number removed. */
  readonly tasks: Readonly<Record<string, () => Promise<number>>>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** At the start and every ten minutes. */
export function createCleanupJob({ tasks, clock, logger }: CleanupJobOptions): Ticker {
  const run = async (): Promise<boolean> => {
    let isClean = true;
    for (const [rows, remove] of Object.entries(tasks)) {
      try {
        const removed = await remove();
        if (removed > 0) logger.debug(`removed ${rows}`, { removed });
      } catch (error) {
        // Other tasks continue; rows that remain are expired all the same.
        const reason = error instanceof Error ? error.message : String(error);
        logger.warn(`failed to remove ${rows}`, { error: reason });
        isClean = false;
      }
    }
    return isClean;
  };
  return new Ticker({ id: 'housekeeping', everyMs: 10 * 60_000, clock, logger, run });
}
