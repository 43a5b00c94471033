import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureProgramBuilt } from '../scripts/program-build.ts';

const galley = join(import.meta.dirname, '../apps/cli/bin/galley.mjs');

export interface Served {
  readonly pid: number;
  readonly startMilliseconds: number;
  /** Milliseconds of the scan of the content tree, from the log. */
  readonly indexMilliseconds: number;
  readonly site: string;
  /** Resolves when a search finds everything that a first start indexes later, with the milliseconds that took. */
  readonly searchable: Promise<number>;
  /** Maximum memory of the process so far, in MiB; `undefined` where the system does not report it. */
  peakMemory(): Promise<number | undefined>;
  stop(): Promise<void>;
}

export async function serveProject(
  project: string,
  variables: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<Served> {
  await ensureProgramBuilt();
  const begun = performance.now();
  const all = [galley, 'serve', '--project', project, '--port', '0', ...args];
  const child = spawn(process.execPath, all, {
    env: { ...process.env, SERVICE_LOG_FORMAT: 'json', ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const since = (): number => Math.round(performance.now() - begun);
  const searchable = Promise.withResolvers<number>();
  const ready = Promise.withResolvers<Pick<Served, 'site' | 'startMilliseconds'>>();
  let indexMilliseconds = 0;
  createInterface({ input: child.stderr }).on('line', (line) => {
    // Output of Node itself, such as a warning.
    if (!line.startsWith('{')) {
      console.error(line);
      return;
    }
    const entry = JSON.parse(line) as { msg: string; duration_ms?: number; site?: string };
    if (entry.msg === 'content indexed') indexMilliseconds = entry.duration_ms!;
    if (entry.msg === 'search index complete') searchable.resolve(since());
    if (entry.msg === 'ready') ready.resolve({ site: entry.site!, startMilliseconds: since() });
  });
  void ended.then(() => ready.reject(new Error('galley serve exited before it was ready.')));
  return {
    ...(await ready.promise),
    pid: child.pid!,
    indexMilliseconds,
    searchable: searchable.promise,
    peakMemory: () => peakMemory(child.pid!),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function peakMemory(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024);
}
