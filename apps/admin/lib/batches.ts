interface BatchOptions<Item> {
  readonly onBatch: (items: readonly Item[]) => Promise<unknown>;
  readonly delayMs: number;
  readonly signal: AbortSignal;
}

/** Waits for `onBatch` before the next batch: otherwise many events would keep cancelling the refetches. */
export function inBatches<Item>({
  onBatch,
  delayMs,
  signal,
}: BatchOptions<Item>): (item: Item) => void {
  let pending: Item[] = [];
  let isBusy = false;
  const sendPending = async () => {
    isBusy = true;
    while (pending.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (signal.aborted) return;
      const batch = pending;
      pending = [];
      // Queries that fail to refetch show their own errors, and the next batch refetches them.
      await onBatch(batch).catch(() => undefined);
    }
    isBusy = false;
  };
  return (item) => {
    pending.push(item);
    if (!isBusy) void sendPending();
  };
}
