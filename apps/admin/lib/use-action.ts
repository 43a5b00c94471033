import { useState } from 'react';

export interface Action {
  readonly isPending: boolean;
  /** What it threw; null while nothing has gone wrong. */
  readonly error: unknown;
  readonly run: () => void;
}

/** Something that a button begins: once at a time, and with what it threw, which `onError` is told of too. */
export function useAction(work: () => Promise<void>, onError?: (error: unknown) => void): Action {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const start = async () => {
    setPending(true);
    setError(null);
    try {
      await work();
    } catch (problem) {
      setError(problem);
      onError?.(problem);
    } finally {
      setPending(false);
    }
  };
  return {
    isPending,
    error,
    run: () => {
      if (!isPending) void start();
    },
  };
}
