import { useMutation } from '@tanstack/react-query';

export interface Action {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly run: () => void;
}

/** Runs one at a time. Keeps the error, which `onError` receives as well. */
export function useAction(work: () => Promise<void>, onError?: (error: unknown) => void): Action {
  const { isPending, error, mutate } = useMutation({
    mutationFn: work,
    ...(onError && { onError: (problem) => onError(problem) }),
  });
  return {
    isPending,
    error,
    run: () => {
      if (!isPending) mutate();
    },
  };
}
