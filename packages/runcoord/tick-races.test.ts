import { openDatabase } from '@galley/database';
import { silentLogger } from '@galley/kernel';
import { expect, test } from 'vitest';
import { Project, tickSettings } from './fixtures.ts';
import { LeaseRepository } from './lease-repository.ts';
import { RunJournal } from './run-journal.ts';
import { RunTicker } from './run-ticker.ts';

async function addManyTasks(project: Project, count: number): Promise<void> {
  await project.sql(`insert into tasks (id, workspace_id, title, description, status, created_by, created_at, updated_at)
    select 'task-' || n, 'press', '', '', 'open', 'ada', now(), now() from generate_series(1, ${count}) as n`);
}

function idOf(payload: unknown): string {
  return (payload as { task_id: string }).task_id;
}

test('GAP-RC-LOOP-2, RC-TICK-5: two coordinators over the same tasks assign each once, with one event', async () => {
  await using project = await Project.open();
  await project.addRun('run-2');
  const other = openDatabase({ address: project.database.url, poolSize: 2, logger: silentLogger });
  const { clock } = project;
  const tickers = [
    await project.ticker(),
    new RunTicker({
      db: other.db,
      fence: await project.lease('run-2'),
      workspaceId: 'press',
      settings: tickSettings,
      clock,
    }),
  ];
  for (let round = 0; round < 15; round += 1) {
    await project.sql(`truncate tasks cascade`);
    await project.sql(`delete from run_events`);
    await addManyTasks(project, 60);
    await Promise.all(tickers.map((ticker) => ticker.tick(round)));
    const told = [
      ...(await project.eventPayloads('task.assigned')),
      ...(await project.eventPayloads('task.assigned', 'run-2')),
    ];
    expect(new Set(told.map(idOf)).size).toBe(60);
    expect(told).toHaveLength(60);
    expect(await project.tasks()).not.toContainEqual(expect.stringContaining('open'));
  }
  await other.close();
});

test('a locked task does not block the tick, and a later tick assigns it', async () => {
  await using project = await Project.open();
  await project.addTasks({ id: 'a' }, { id: 'b' });
  const ticker = await project.ticker();
  await project.db.transaction().execute(async (transaction) => {
    await transaction.updateTable('tasks').set({ title: 'A' }).where('id', '=', 'a').execute();
    await ticker.tick(1);
  });
  expect(await project.tasks()).toEqual(['a open -', 'b in_progress implementer-1']);
  await ticker.tick(2);
  expect(await project.tasks()).toContain('a in_progress implementer-1');
});

test.each(['task', 'proposal', 'turn', 'nothing'])(
  'GAP-RC-MODE-3: a coordinator without the lease is rejected, with a %s to do',
  async (what) => {
    await using project = await Project.open();
    const old = await project.ticker();
    await project.expireLease();
    await project.lease('run-1', 'another');
    if (what === 'task') await project.addTasks({ id: 'a' });
    if (what === 'proposal') await project.addProposals({ id: 'p' });
    if (what === 'turn') await project.requestTurn('ada');
    const before = await project.events();
    await expect(old.tick(1)).rejects.toMatchObject({ code: 'run_fenced' });
    expect(await project.events()).toEqual(before);
  },
);

test('GAP-RC-MODE-3: a coordinator that loses the lease during a tick writes nothing more', async () => {
  await using project = await Project.open();
  await project.addTasks({ id: 'a' });
  await project.addProposals({ id: 'p' });
  const old = await project.ticker();
  // The takeover happens in the commit of the first step.
  await project.sql(`create function take_over() returns trigger language plpgsql as
    $$ begin update run_leases set epoch = epoch + 1; return new; end $$`);
  await project.sql(`create constraint trigger take_over after insert on run_events
    deferrable initially deferred for each row execute function take_over()`);
  await expect(old.tick(1)).rejects.toMatchObject({ code: 'run_fenced' });
  expect(await project.tasks()).toEqual(['a in_progress implementer-1']);
  expect(await project.proposals()).toEqual(['p pending']);
});

test('GAP-RC-MODE-3: a takeover waits for the current step', async () => {
  await using project = await Project.open();
  const fence = await project.lease();
  await project.expireLease();
  const order: string[] = [];
  let takeover: Promise<unknown> = Promise.resolve();
  await project.db.transaction().execute(async (transaction) => {
    await new LeaseRepository(transaction).hold(fence);
    takeover = project.lease('run-1', 'another').then(() => order.push('taken over'));
    await project.append('orchestrator.retry', {});
    order.push('written');
  });
  order.push('committed');
  await takeover;
  expect(order.indexOf('taken over')).toBeGreaterThan(order.indexOf('written'));
  await expect(
    project.db.transaction().execute((transaction) => new LeaseRepository(transaction).hold(fence)),
  ).rejects.toMatchObject({ code: 'run_fenced' });
});

test('GAP-RC-MODE-3: a coordinator without the lease records neither errors nor the end of the run', async () => {
  await using project = await Project.open();
  const { db, clock } = project;
  const journal = new RunJournal({ db, clock, fence: await project.lease() });
  await project.expireLease();
  await project.lease('run-1', 'another');
  const retry = { iteration: 1, attempt: 1, maxAttempts: 5, error: 'no', nextDelay: 250 };
  await expect(journal.recordRetry(retry)).rejects.toMatchObject({ code: 'run_fenced' });
  await expect(journal.recordFailure(1, 'no')).rejects.toMatchObject({ code: 'run_fenced' });
  expect(await project.run()).toMatchObject({ status: 'active' });
  expect(await project.events()).toEqual([]);
});

test('GAP-RC-MODE-4: assigns nothing after a pause, even within a running tick', async () => {
  await using project = await Project.open();
  const ticker = await project.ticker({ enforcement: 'enforced' });
  for (let round = 0; round < 20; round += 1) {
    await project.setState('active');
    await project.addTasks({ id: `task-${round}` });
    const pausing = project
      .setState('paused-intake')
      .then(() => project.eventPayloads('task.assigned'));
    const [told] = await Promise.all([pausing, ticker.tick(round)]);
    expect(await project.eventPayloads('task.assigned')).toEqual(told);
  }
});
