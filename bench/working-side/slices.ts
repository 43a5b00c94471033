import { cpuOfTree, postmasterOf } from '../process-usage.ts';
import { quantile } from '../quantile.ts';
import { floorOf, type Act, type ActName, type FloorName } from './acts.ts';
import { LoadClient } from './load-client.ts';

export interface Measured {
  readonly requests: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of processor time per request, of the server with its children and of PostgreSQL. */
  readonly serverCpu: number;
  readonly databaseCpu: number;
}

export interface Slice {
  readonly seconds: number;
  readonly times: readonly number[];
  readonly serverCpu: number;
  readonly databaseCpu: number;
}

/** An act, with the process that does it. */
export interface Contestant {
  readonly act: Act;
  readonly pid: number;
}

export type Contestants = Readonly<Record<ActName | FloorName, Contestant>>;

export interface SliceLoad {
  /** Project whose PostgreSQL all of them use. */
  readonly project: string;
  readonly seconds: number;
}

export interface Load extends SliceLoad {
  readonly contestants: Contestants;
  readonly rounds: number;
}

export interface Compared {
  readonly own: Measured;
  readonly floor: Measured;
}

/**
 * Alternates slices of an act with slices of its floor, so that other load on the machine meets both. Every second
 * round starts with the floor.
 */
export async function compareAct(
  load: Load,
  { name, concurrency }: { readonly name: ActName; readonly concurrency: number },
): Promise<Compared> {
  const slices: Record<keyof Compared, Slice[]> = { own: [], floor: [] };
  for (let round = 0; round < load.rounds; round += 1) {
    const order = ['own', 'floor'] as const;
    for (const side of round % 2 === 0 ? order : order.toReversed()) {
      const contestant = load.contestants[side === 'own' ? name : floorOf[name]];
      slices[side].push(await runSlice(load, { ...contestant, concurrency }));
    }
  }
  return { own: combine(slices.own), floor: combine(slices.floor) };
}

export async function runSlice(
  { project, seconds }: SliceLoad,
  { act, pid, concurrency }: Contestant & { readonly concurrency: number },
): Promise<Slice> {
  await act.prepare?.();
  using client = new LoadClient();
  const before = await cpuUsed(pid, project);
  const begun = performance.now();
  const end = begun + seconds * 1_000;
  const times: number[] = [];
  const work = async (): Promise<void> => {
    for (let at = performance.now(); at < end; at = performance.now()) {
      const call = act.next();
      if (call === undefined) return;
      const answer = await client.send(call);
      times.push(performance.now() - at);
      act.onAnswer?.(answer);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const elapsed = (performance.now() - begun) / 1_000;
  const after = await cpuUsed(pid, project);
  return {
    seconds: elapsed,
    times,
    serverCpu: after.server - before.server,
    databaseCpu: after.database - before.database,
  };
}

async function cpuUsed(pid: number, project: string) {
  const postmaster = await postmasterOf(project);
  const [server, database] = await Promise.all([cpuOfTree(pid), cpuOfTree(postmaster!)]);
  return { server: server!, database: database! };
}

export function combine(slices: readonly Slice[]): Measured {
  const sum = (of: (slice: Slice) => number): number =>
    slices.reduce((total, slice) => total + of(slice), 0);
  const times = slices.flatMap((slice) => slice.times);
  const eachMs = (seconds: number): number => (seconds * 1_000) / times.length;
  return {
    requests: times.length,
    perSecond: times.length / sum(({ seconds }) => seconds),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    serverCpu: eachMs(sum(({ serverCpu }) => serverCpu)),
    databaseCpu: eachMs(sum(({ databaseCpu }) => databaseCpu)),
  };
}
