import type { RunEvent } from '@galley/sdk';

const batchDelayMs = 400;

interface BatchOptions {
  readonly onBatch: (events: readonly RunEvent[]) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Waits for `onBatch` before the next batch: otherwise a busy run would keep cancelling the refetches. */
export function batchEvents({ onBatch, signal }: BatchOptions): (event: RunEvent) => void {
  let pending: RunEvent[] = [];
  let isBusy = false;
  const sendPending = async () => {
    isBusy = true;
    while (pending.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, batchDelayMs));
      if (signal.aborted) return;
      const batch = pending;
      pending = [];
      // Queries that fail to refetch show their own errors, and the next batch refetches them.
      await onBatch(batch).catch(() => undefined);
    }
    isBusy = false;
  };
  return (event) => {
    pending.push(event);
    if (!isBusy) void sendPending();
  };
}
