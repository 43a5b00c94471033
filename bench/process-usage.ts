import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly variables?: Readonly<Record<string, string>> | undefined;
  readonly project?: string | undefined;
}

export interface Usage {
  /** Seconds from start to end; `cpu` and `databaseCpu` are processor seconds, with children. */
  readonly wall: number;
  readonly cpu: number;
  readonly databaseCpu: number;
}

export interface Memory {
  /** Maximum MiB, with shared pages counted proportionally (PSS). */
  readonly peak: number;
  readonly peakWithDatabase: number;
}

const sampleMilliseconds = 50;
/** Unit of times in `/proc` on every Linux machine. */
const ticksPerSecond = 100;

/** Runs a program to its end and measures its time. Rejects when the program fails. Needs Linux. */
export async function runTimed(command: Command): Promise<Usage> {
  const [cpuBefore, database] = [await cpuOfChildren(), new DatabaseCpu(command.project)];
  await database.begin();
  const begun = performance.now();
  await run(command, () => database.look());
  const wall = (performance.now() - begun) / 1_000;
  const cpu = (await cpuOfChildren()) - cpuBefore;
  return { wall, cpu, databaseCpu: database.seconds };
}

/** Runs a program to its end and samples its memory, which slows it down. */
export async function runWeighed(command: Command): Promise<Memory> {
  let [peak, peakWithDatabase] = [0, 0];
  await run(command, async (pid) => {
    const own = await memoryOf(await treeOf(pid));
    const postmaster = await postmasterOf(command.project);
    const others = postmaster === undefined ? 0 : await memoryOf(await treeOf(postmaster));
    peak = Math.max(peak, own);
    peakWithDatabase = Math.max(peakWithDatabase, own + others);
  });
  return { peak, peakWithDatabase };
}

async function run(
  { program, args, cwd, variables = {} }: Command,
  look: (pid: number) => Promise<void>,
): Promise<void> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (data: Buffer) => (complaint += data.toString()));
  const over = new AbortController();
  const looking = lookAgain(() => look(child.pid!), over.signal);
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  over.abort();
  await looking;
  if (code !== 0) throw new Error(`${program} exited with ${code ?? signal}:\n${complaint}`);
}

async function lookAgain(look: () => Promise<void>, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await look();
    await delay(sampleMilliseconds, undefined, { signal: over }).catch(() => undefined);
  }
}

/** Processor time of PostgreSQL; its first process accounts for ended ones. */
class DatabaseCpu {
  readonly #project: string | undefined;
  #before = 0;
  #latest = 0;

  constructor(project: string | undefined) {
    this.#project = project;
  }

  get seconds(): number {
    return this.#latest - this.#before;
  }

  async begin(): Promise<void> {
    await this.look();
    this.#before = this.#latest;
  }

  async look(): Promise<void> {
    const postmaster = await postmasterOf(this.#project);
    const seconds = postmaster === undefined ? undefined : await cpuOfTree(postmaster);
    if (seconds === undefined) return;
    this.#latest = Math.max(this.#latest, seconds);
  }
}

/** Process id of the project's own PostgreSQL. */
export async function postmasterOf(project: string | undefined): Promise<number | undefined> {
  if (project === undefined) return undefined;
  const file = join(project, 'data/postgres/postmaster.pid');
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''));
  return Number.isNaN(pid) ? undefined : pid;
}

async function treeOf(pid: number): Promise<number[]> {
  const file = `/proc/${pid}/task/${pid}/children`;
  const children = await readFile(file, 'utf8').catch(() => '');
  const below = await Promise.all(
    children
      .split(' ')
      .filter((one) => one !== '')
      .map((one) => treeOf(Number(one))),
  );
  return [pid, ...below.flat()];
}

async function memoryOf(pids: readonly number[]): Promise<number> {
  const shares = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) / 1_024;
    }),
  );
  return shares.reduce((sum, share) => sum + share, 0);
}

/** Processor seconds of a running process, without its children. */
export async function cpuOf(pid: number): Promise<number> {
  return (await timesOf(pid))!.own;
}

/** Processor seconds of a process and its children, with ended ones; `undefined` when it has ended itself. */
export async function cpuOfTree(pid: number): Promise<number | undefined> {
  const [first, ...others] = await Promise.all((await treeOf(pid)).map(timesOf));
  if (first === undefined) return undefined;
  const running = others.map((times) => (times === undefined ? 0 : times.own + times.ofChildren));
  return first.own + first.ofChildren + running.reduce((sum, one) => sum + one, 0);
}

/** Resident megabytes of a process and its children. */
export async function residentMegabytesOf(pid: number): Promise<number> {
  const sizes = await Promise.all(
    (await treeOf(pid)).map(async (one) => {
      const status = await readFile(`/proc/${one}/status`, 'utf8').catch(() => '');
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
    }),
  );
  return (sizes.reduce((sum, size) => sum + size, 0) * 1_024) / 1e6;
}

async function timesOf(pid: number | 'self') {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // The name in parentheses may contain any character.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  return {
    own: (user + system) / ticksPerSecond,
    ofChildren: (childrenUser + childrenSystem) / ticksPerSecond,
  };
}

async function cpuOfChildren(): Promise<number> {
  return (await timesOf('self'))!.ofChildren;
}
