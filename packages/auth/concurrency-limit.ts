/** Callers take turns; the work of one caller keeps its order. Without `caller`, all work shares one queue. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>, caller?: string) => Promise<T>;

export interface ConcurrencyLimitOptions {
  /** At least 1. */
  readonly maxRunning: number;
  readonly maxWaiting: number;
  readonly createRefusal: () => Error;
}

export function limitConcurrency(options: ConcurrencyLimitOptions): ConcurrencyLimit {
  const { maxRunning, maxWaiting, createRefusal } = options;
  let running = 0;
  let waiting = 0;
  /** In the order of the callers' turns; no queue is empty. */
  const queues = new Map<string, PromiseWithResolvers<void>[]>();

  function waitForSlot(caller: string): Promise<void> {
    if (waiting >= maxWaiting && !displaceLongestQueue(caller)) throw createRefusal();
    const slot = Promise.withResolvers<void>();
    const queue = queues.get(caller) ?? [];
    queue.push(slot);
    queues.set(caller, queue);
    waiting += 1;
    return slot.promise;
  }

  /** Refuses the last work of the caller with the longest queue, if the newcomer's queue stays shorter. */
  function displaceLongestQueue(newcomer: string): boolean {
    const ownLength = queues.get(newcomer)?.length ?? 0;
    const longest = [...queues.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    if (longest.length <= ownLength + 1) return false;
    longest.pop()!.reject(createRefusal());
    waiting -= 1;
    return true;
  }

  /** Hands the slot over, so that a newcomer cannot overtake. */
  function releaseSlot(): void {
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
    if (running < maxRunning) running += 1;
    else await waitForSlot(caller);
    try {
      return await work();
    } finally {
      releaseSlot();
    }
  };
}
