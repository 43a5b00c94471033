const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** What a shell reports for a program that Ctrl-C ended. */
const interrupted = 130;
/** npm and the launcher pass on a signal that the terminal has sent already; what comes this close together is one. */
const togetherMilliseconds = 300;

/** Aborts at the first Ctrl-C, SIGTERM or SIGHUP, for a clean end; the second ends the process at once. */
export function stopSignal(): {
  readonly signal: AbortSignal;
  /** Does what one of those signals does. */
  readonly stop: () => void;
  readonly release: () => void;
} {
  const controller = new AbortController();
  let first = 0;
  const stop = (): void => {
    if (!controller.signal.aborted) {
      first = performance.now();
      controller.abort();
    } else if (performance.now() - first > togetherMilliseconds) process.exit(interrupted);
  };
  for (const name of signals) process.on(name, stop);
  return {
    signal: controller.signal,
    stop,
    release: () => {
      for (const name of signals) process.off(name, stop);
    },
  };
}
