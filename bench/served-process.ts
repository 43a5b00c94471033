import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const main = join(import.meta.dirname, '../apps/cli/main.ts');

export interface Served {
  /** From the start of the process to its being ready, in milliseconds. */
  readonly startMilliseconds: number;
  /** As the log has it: the look through the content tree. */
  readonly indexMilliseconds: number;
  readonly site: string;
  /** Most memory that the process has held so far, in MiB; undefined where the system does not tell. */
  peakMemory(): Promise<number | undefined>;
  stop(): Promise<void>;
}

/** Runs `galley serve` with its own database in a project, and resolves when it is ready. */
export async function serveProject(
  project: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const begun = performance.now();
  const child = spawn(process.execPath, [main, 'serve', '--project', project, '--port', '0'], {
    env: { ...process.env, SERVICE_LOG_FORMAT: 'json', ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  let indexMilliseconds = 0;
  for await (const line of createInterface({ input: child.stderr })) {
    const entry = JSON.parse(line) as { msg: string; duration_ms?: number; site?: string };
    if (entry.msg === 'content indexed') indexMilliseconds = entry.duration_ms!;
    if (entry.msg !== 'ready') continue;
    child.stderr.resume();
    return {
      startMilliseconds: Math.round(performance.now() - begun),
      indexMilliseconds,
      site: entry.site!,
      peakMemory: () => peakMemory(child.pid!),
      stop: async () => {
        child.kill('SIGTERM');
        await ended;
      },
    };
  }
  throw new Error('galley serve ended before it was ready.');
}

async function peakMemory(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024);
}
