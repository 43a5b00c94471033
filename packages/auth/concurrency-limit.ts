/**
 * Runs what it is given, a few at a time. The rest wait: callers take turns, and each caller's own work keeps its order.
 * `caller` is whom the work is for; without it, all is for one.
 */
export type ConcurrencyLimit = <T>(work: () => Promise<T>, caller?: string) => Promise<T>;

export interface ConcurrencyLimitOptions {
  /** How many may run at once, at least 1. */
  readonly most: number;
  /** How many may wait for their turn. */
  readonly mostWaiting: number;
  /** What is thrown at one more, or at the last one of the caller who has the most waiting. */
  readonly refusal: () => Error;
}

export function limitConcurrency(options: ConcurrencyLimitOptions): ConcurrencyLimit {
  const { most, mostWaiting, refusal } = options;
  let running = 0;
  let waiting = 0;
  /** By caller, in the order of their turns; none is empty. */
  const queues = new Map<string, PromiseWithResolvers<void>[]>();

  function wait(caller: string): Promise<void> {
    if (waiting >= mostWaiting && !displaceFor(caller)) throw refusal();
    const place = Promise.withResolvers<void>();
    const queue = queues.get(caller) ?? [];
    queue.push(place);
    queues.set(caller, queue);
    waiting += 1;
    return place.promise;
  }

  /** Refuses the last work of the caller with the longest queue, if the newcomer's is shorter even with the new work. */
  function displaceFor(newcomer: string): boolean {
    const ownLength = queues.get(newcomer)?.length ?? 0;
    const longest = [...queues.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    if (longest.length <= ownLength + 1) return false;
    longest.pop()!.reject(refusal());
    waiting -= 1;
    return true;
  }

  /** The place goes straight to the next in line, so that a newcomer cannot slip in between. */
  function passOn(): void {
    const [first] = queues;
    if (!first) {
      running -= 1;
      return;
    }
    const [caller, queue] = first;
    queues.delete(caller);
    const place = queue.shift()!;
    if (queue.length > 0) queues.set(caller, queue);
    waiting -= 1;
    place.resolve();
  }

  return async (work, caller = '') => {
    if (running < most) running += 1;
    else await wait(caller);
    try {
      return await work();
    } finally {
      passOn();
    }
  };
}
