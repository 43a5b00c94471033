import { setTimeout as delay } from 'node:timers/promises';

/** Injected, so that tests control it. */
export interface Clock {
  now(): Date;
  /** Ends early when `signal` aborts. Never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: async (milliseconds, signal) => {
    try {
      await delay(milliseconds, undefined, signal && { signal });
    } catch {
      // Only an abort rejects, and it ends the sleep.
    }
  },
};
