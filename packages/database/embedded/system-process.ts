import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { runProgram } from './program.ts';

/** Processes of other users never count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Process ids are reused, soonest in containers, where a killed server may also stay a zombie. */
export async function isServerOf(pid: number, dataDirectory: string): Promise<boolean> {
  if (process.platform === 'win32') return true;
  const { state, command } = await describeProcess(pid);
  if (state === 'Z' || command !== 'postgres') return false;
  if (process.platform !== 'linux') return true;
  try {
    const [at, cluster] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(dataDirectory)]);
    return at.dev === cluster.dev && at.ino === cluster.ino;
  } catch {
    // Some containers hide it even from root.
    return true;
  }
}

async function describeProcess(pid: number): Promise<{ state: string; command: string }> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const [, command = '', state = ''] = /^\d+ \((.*)\) (\S)/s.exec(text) ?? [];
    return { state, command };
  }
  const { output } = await runProgram('/bin/ps', ['-o', 'stat=,comm=', '-p', String(pid)], {
    cwd: '/',
  });
  const [, state = '', command = ''] = /^\s*(\S)\S*\s+(.*)$/m.exec(output) ?? [];
  return { state, command: basename(command.trim()) };
}
