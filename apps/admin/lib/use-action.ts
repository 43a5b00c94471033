import { useState } from 'react';

export interface Action {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly run: () => void;
}

/** Runs one at a time. Keeps the error, which `onError` receives as well. */
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
