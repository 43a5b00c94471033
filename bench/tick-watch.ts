import { RunTicker } from '@galley/runcoord';
import { quantile } from './quantile.ts';

interface Tick {
  readonly begun: number;
  readonly ended: number;
}

interface Window {
  readonly begun: number;
  readonly end: number;
  readonly interval: number;
}

export function watchTicks() {
  const ticks = new Map<RunTicker, Tick[]>();
  const original = Object.getOwnPropertyDescriptor(RunTicker.prototype, 'tick')!
    .value as RunTicker['tick'];
  RunTicker.prototype.tick = async function (this: RunTicker, ...given) {
    const begun = performance.now();
    const result = await original.apply(this, given);
    const noted = ticks.get(this) ?? [];
    noted.push({ begun, ended: performance.now() });
    ticks.set(this, noted);
    return result;
  };
  return { between: (window: Window) => summary([...ticks.values()], window) };
}

/** Lateness of ticks, against a schedule from the most punctual tick of their run. */
function summary(runs: readonly (readonly Tick[])[], { begun, end, interval }: Window) {
  const lateness: number[] = [];
  const work: number[] = [];
  const pauses: number[] = [];
  for (const ticks of runs) {
    const within = ticks.filter((tick) => tick.begun >= begun && tick.ended <= end);
    const shifts = within.map((tick, index) => tick.begun - index * interval);
    const punctual = Math.min(...shifts);
    lateness.push(...shifts.map((shift) => shift - punctual));
    work.push(...within.map((tick) => tick.ended - tick.begun));
    pauses.push(...within.slice(1).map((tick, index) => tick.begun - within[index]!.begun));
  }
  const due = runs.length * ((end - begun) / interval);
  return {
    'ticks of those due': Math.round((lateness.length / due) * 1_000) / 1_000,
    'begun late, p50': quantile(lateness, 0.5),
    'begun late, p99': quantile(lateness, 0.99),
    'a tick, p50': quantile(work, 0.5),
    'a tick, p99': quantile(work, 0.99),
    'longest pause between two': quantile(pauses, 1),
  };
}
