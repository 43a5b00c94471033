import type { Database } from '@galley/database';
import { silentLogger, systemClock } from '@galley/kernel';
import { RunLeases, RunSupervision } from '@galley/runcoord';
import { watchTicks } from './tick-watch.ts';
import { TickWorkRepository } from './tick-work-repository.ts';
import { tickSettings } from './ticks.ts';

const interval = 1_000;
const leaseMs = 10_000;

export async function measureManyRuns(
  db: Database,
  { runs, seconds }: { runs: number; seconds: number },
) {
  const repository = new TickWorkRepository(db);
  await repository.removeAll();
  for (let number = 1; number <= runs; number += 1)
    await repository.addRun(`many-${number}`, `workspace-${number}`);
  await repository.fillTasks(1_000, 'completed');
  const watched = watchTicks();
  const base = { db, clock: systemClock, logger: silentLogger };
  const leases = new RunLeases({ ...base, holder: 'bench', milliseconds: leaseMs });
  const settings = { ...tickSettings, scope: 'workspace' } as const;
  const supervision = new RunSupervision({ ...base, leases, interval, settings });
  const end = new AbortController();
  const started = performance.now();
  leases.loop.start(end.signal);
  supervision.loop.start(end.signal);
  while (supervision.health.runs.filter(({ state }) => state !== null).length < runs)
    await systemClock.sleep(50);
  const takenAfter = Math.round(performance.now() - started);
  await systemClock.sleep(2_000);
  const begun = performance.now();
  const before = process.cpuUsage();
  await systemClock.sleep(1_000 * seconds);
  const { user, system } = process.cpuUsage(before);
  const elapsed = performance.now() - begun;
  const result = {
    runs,
    seconds,
    'all ticked after': takenAfter,
    'share of one core': Math.round(((user + system) / 1_000 / elapsed) * 100) / 100,
    ...watched.between({ begun, end: begun + elapsed, interval }),
  };
  end.abort();
  await Promise.all([supervision.loop.stopped, leases.loop.stopped]);
  return result;
}
