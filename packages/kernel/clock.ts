import { setTimeout as delay } from 'node:timers/promises';

/** Time, injected, so that tests need not wait. */
export interface Clock {
  now(): Date;
  /** Resolves after `milliseconds`, or at once when `signal` aborts; it never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: async (milliseconds, signal) => {
    try {
      await delay(milliseconds, undefined, signal && { signal });
    } catch {
      // Only an abort rejects here, and an aborted sleep is simply over.
    }
  },
};
