const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Exit code that shells report after Ctrl-C. */
const interrupted = 130;
/** npm and the launcher forward a signal that the terminal has already sent; signals within this time count as one. */
const duplicateSignalMs = 300;

/** Aborts at the first Ctrl-C, SIGTERM or SIGHUP, for a clean shutdown; the second ends the process at once. */
export function stopSignal(): {
  readonly signal: AbortSignal;
  readonly stop: () => void;
  readonly release: () => void;
} {
  const controller = new AbortController();
  let first = 0;
  const stop = (): void => {
    if (!controller.signal.aborted) {
      first = performance.now();
      controller.abort();
    } else if (performance.now() - first > duplicateSignalMs) process.exit(interrupted);
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
