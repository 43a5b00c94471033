import type { Database } from '@galley/database';
import { systemClock } from '@galley/kernel';
import { LeaseRepository, RunTicker, type TickSettings } from '@galley/runcoord';
import { quantile } from './quantile.ts';
import { TickWorkRepository } from './tick-work-repository.ts';

export const tickSettings: TickSettings = {
  enforcement: 'enforced',
  scope: 'database',
  implementers: 3,
  maxParallelTurns: 1,
  turnLease: 15 * 60_000,
  drainDeadline: 10 * 60_000,
};

async function tickerOf(db: Database, runId: string): Promise<RunTicker> {
  await new TickWorkRepository(db).addRun(runId, 'default');
  const claim = { runId, holder: 'bench', milliseconds: 10 * 60_000 };
  const fence = (await new LeaseRepository(db).acquire(claim))!;
  const base = { db, fence, workspaceId: 'default', clock: systemClock };
  return new RunTicker({ ...base, settings: tickSettings });
}

export async function measureAssigning(
  db: Database,
  { tasks, times }: { tasks: number; times: number },
) {
  const repository = new TickWorkRepository(db);
  const ticker = await tickerOf(db, 'assigning');
  const work = {
    bare: () => repository.assignBare('assigning'),
    tick: async () => {
      const { assigned } = await ticker.tick(1);
      if (assigned !== tasks) throw new Error(`${assigned} of ${tasks} tasks were assigned.`);
    },
  };
  const taken: Record<keyof typeof work, number[]> = { bare: [], tick: [] };
  for (let round = 0; round <= times; round += 1)
    for (const kind of ['bare', 'tick'] as const) {
      await repository.fillTasks(tasks, 'open');
      const milliseconds = await timed(work[kind]);
      if (round > 0) taken[kind].push(milliseconds);
    }
  const [bare, tick] = [quantile(taken.bare, 0.5), quantile(taken.tick, 0.5)];
  return { tasks, bare, tick, ratio: Math.round((tick / bare) * 100) / 100 };
}

export async function measureIdling(
  db: Database,
  { finished, times }: { finished: number; times: number },
) {
  const ticker = await tickerOf(db, 'idling');
  await new TickWorkRepository(db).fillTasks(finished, 'completed', { inReview: 1 });
  await ticker.tick(1);
  const taken: number[] = [];
  for (let iteration = 2; taken.length < times; iteration += 1)
    taken.push(await timed(() => ticker.tick(iteration)));
  const [middle, p95, slowest] = [0.5, 0.95, 1].map((share) => quantile(taken, share));
  return { finished, middle, p95, slowest };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
