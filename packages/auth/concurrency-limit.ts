/** Runs what it is given, a few at a time; the rest wait in the order they came. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

export interface ConcurrencyLimitOptions {
  /** How many may run at once, at least 1. */
  readonly most: number;
  /** How many may wait for their turn. */
  readonly mostWaiting: number;
  /** What is thrown at one more. */
  readonly refusal: () => Error;
}

export function limitConcurrency({
  most,
  mostWaiting,
  refusal,
}: ConcurrencyLimitOptions): ConcurrencyLimit {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async (work) => {
    if (running < most) running += 1;
    else if (waiting.length < mostWaiting) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else throw refusal();
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line, so that a newcomer cannot slip in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
