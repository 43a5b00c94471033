/** Runs what it is given, a few at a time; the rest wait in the order they came. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** `most` is how many may run at once, at least 1. */
export function limitConcurrency(most: number): ConcurrencyLimit {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async (work) => {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
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
