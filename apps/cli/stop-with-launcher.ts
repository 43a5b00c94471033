import { execFileSync } from 'node:child_process';

const intervalMs = 1000;

/** Frees the port when npm or the launcher of a newer Node is killed. Started otherwise, outlives its parent. */
export function stopWithLauncher(environment: NodeJS.ProcessEnv): void {
  const launcher = Number(environment['GALLEY_LAUNCHER_PID']) || undefined;
  // Workers and agents inherit the environment, but their launcher is this process.
  delete environment['GALLEY_LAUNCHER_PID'];
  const isRunByNpm = Boolean(environment['npm_lifecycle_event']);
  const parent = launcher ?? (isRunByNpm ? process.ppid : undefined);
  if (parent === undefined || process.platform === 'win32') return;
  const npm = isRunByNpm ? parentOfShell(parent) : undefined;
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || isRunning(npm))) return;
    clearInterval(timer);
    if (process.listenerCount('SIGTERM') > 0) process.emit('SIGTERM');
    else process.exit(1);
  }, intervalMs);
  timer.unref();
}

/** npm's shell survives when npm is killed, so this returns the shell's parent; `undefined` without a shell. */
function parentOfShell(pid: number): number | undefined {
  try {
    const columns = ['-o', 'ppid=', '-o', 'comm=', '-p', String(pid)];
    const stdio = ['ignore', 'pipe', 'ignore'] as const;
    const shown = execFileSync('ps', columns, { encoding: 'utf8', stdio: [...stdio] });
    const [, parent] = /^\s*(\d+)\s+(?:.*\/)?(?:ba|da|z|k|a)?sh\s*$/.exec(shown) ?? [];
    return parent === undefined ? undefined : Number(parent);
  } catch {
    // Without `ps`, only the direct parent is watched.
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
