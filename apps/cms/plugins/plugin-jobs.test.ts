import { expect, onTestFinished, test } from 'vitest';
import { silentLogger } from '@galley/kernel';
import { PluginJobRepository, type PluginHost } from '@galley/plugins';
import { createTestDatabase, ManualClock } from '@galley/testing';
import { PluginCallers } from './calling-people.ts';
import { PluginJobs } from './plugin-jobs.ts';

const hour = 3_600_000;

function hostOf(work: () => Promise<null>) {
  const calls: string[] = [];
  const manifest = { name: 'tidy', jobs: [{ name: 'sweep', every: hour }] };
  const host = {
    running: () => [{ manifest }],
    call: (plugin: string, hook: string) => {
      calls.push(`${plugin} ${hook}`);
      return work();
    },
  } as unknown as Pick<PluginHost, 'running' | 'call'>;
  return { host, calls };
}

const done = () => Promise.resolve(null);

test('a due job runs once in all processes, and once after any number of missed runs', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const clock = new ManualClock('2026-01-01T00:00:00Z');
  const jobs = new PluginJobRepository(database.db);
  const { host, calls } = hostOf(done);
  const processes = Array.from(
    { length: 4 },
    () => new PluginJobs({ jobs, host, people: new PluginCallers(), clock, logger: silentLogger }),
  );
  const all = () => Promise.all(processes.map((one) => one.runDue()));
  await all();
  expect(calls).toEqual(['tidy job:sweep']);
  clock.advance(hour - 1);
  await all();
  expect(calls).toHaveLength(1);
  clock.advance(1);
  await all();
  expect(calls).toHaveLength(2);
  clock.advance(7.5 * hour);
  await all();
  await all();
  expect(calls).toHaveLength(3);
  const now = clock.now();
  expect(await processes[0]!.list()).toEqual([
    {
      plugin: 'tidy',
      job: 'sweep',
      every: hour,
      error: null,
      startedAt: now,
      finishedAt: now,
      nextAt: new Date(now.getTime() + hour),
    },
  ]);
});

test('a failed job reports the reason and runs again when due', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const clock = new ManualClock('2026-01-01T00:00:00Z');
  const jobs = new PluginJobRepository(database.db);
  const { host, calls } = hostOf(() => Promise.reject(new Error('no broom')));
  const one = new PluginJobs({
    jobs,
    host,
    people: new PluginCallers(),
    clock,
    logger: silentLogger,
  });
  await one.runDue();
  expect(await one.list('tidy')).toMatchObject([{ error: 'no broom' }]);
  expect(await one.list('other')).toEqual([]);
  clock.advance(hour);
  await one.runDue();
  expect(calls).toHaveLength(2);
});

test('an interrupted job is not run by another process until its lease ends', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const clock = new ManualClock('2026-01-01T00:00:00Z');
  const jobs = new PluginJobRepository(database.db);
  const claim = (minutes: number) => {
    const now = new Date(clock.now().getTime() + minutes * 60_000);
    const dueSince = new Date(now.getTime() - 60_000);
    const lostSince = new Date(now.getTime() - 10 * 60_000);
    return jobs.claim({ plugin: 'tidy', job: 'sweep', now, dueSince, lostSince });
  };
  expect(await claim(0)).toBe(true);
  expect(await claim(5)).toBe(false);
  expect(await claim(10)).toBe(true);
});
