const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** What a shell reports for a program that Ctrl-C ended. */
const interrupted = 130;

/** Aborts at the first Ctrl-C, SIGTERM or SIGHUP, for a clean end; the second ends the process at once. */
export function stopSignal(): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(interrupted);
    controller.abort();
  };
  for (const name of signals) process.on(name, stop);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of signals) process.off(name, stop);
    },
  };
}
