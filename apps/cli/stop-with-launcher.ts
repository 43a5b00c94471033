const intervalMs = 1000;

/**
 * Ends this process like SIGTERM does when the program that started it was killed, so that the port is free for the next
 * start: npm, or the launcher that hands over to a newer Node. A process started any other way may outlive its parent.
 */
export function stopWithLauncher(environment: NodeJS.ProcessEnv): void {
  const launcher = Number(environment['GALLEY_LAUNCHER_PID']) || undefined;
  // Workers and agents inherit the environment; this process is their launcher, not that one.
  delete environment['GALLEY_LAUNCHER_PID'];
  const parent = launcher ?? (environment['npm_lifecycle_event'] ? process.ppid : undefined);
  if (parent === undefined || process.platform === 'win32') return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    if (process.listenerCount('SIGTERM') > 0) process.emit('SIGTERM');
    else process.exit(1);
  }, intervalMs);
  timer.unref();
}
