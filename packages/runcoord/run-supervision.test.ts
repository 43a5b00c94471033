import { NotificationListener } from '@galley/database';
import { silentLogger, type Logger } from '@galley/kernel';
import { describe, expect, test, vi } from 'vitest';
import { Project, takeOne, tickSettings } from './fixtures.ts';
import { LeaseRepository } from './lease-repository.ts';
import { RunSupervision } from './run-supervision.ts';
import { delayAfter } from './run-watch.ts';
import type { TickSettings } from './run-ticker.ts';

async function until(project: Project, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const look = async (): Promise<boolean> => {
    if (await isSo()) return true;
    project.clock.advance(500);
    return false;
  };
  await vi.waitUntil(look, { timeout: 30_000, interval: 2 });
}

interface Logged extends Partial<TickSettings> {
  readonly logger?: Logger;
}

function supervise(
  project: Project,
  holder = 'one',
  { logger = silentLogger, ...settings }: Logged = {},
) {
  const { db, clock } = project;
  const supervision = new RunSupervision({
    db,
    clock,
    interval: 1_000,
    logger,
    leases: project.leases(holder),
    settings: { ...tickSettings, ...settings },
  });
  const end = new AbortController();
  supervision.loop.start(end.signal);
  const stop = async (): Promise<void> => {
    end.abort();
    await supervision.loop.stopped;
  };
  return { supervision, stop };
}

async function isAssigned(project: Project, id: string): Promise<boolean> {
  return (await project.tasks()).some((task) => task.startsWith(`${id} in_progress`));
}

describe('RC-BASE-3: the coordinator of a project', () => {
  test('ticks each run repeatedly, and releases the leases when it stops', async () => {
    await using project = await Project.open();
    const { supervision, stop } = supervise(project);
    for (const id of ['a', 'b']) {
      await project.addTasks({ id });
      await until(project, () => isAssigned(project, id));
    }
    expect(supervision.health).toMatchObject({
      status: 'ready',
      runs: [{ runId: 'run-1', failures: 0 }],
    });
    await stop();
    expect(await takeOne(project.leases('two'), 'run-1')).toBeDefined();
  });

  test('keeps running without work, creates no run, and finds a new one within an interval', async () => {
    await using project = await Project.open();
    await project.setState('completed');
    const { supervision, stop } = supervise(project);
    await project.clock.sleeping();
    expect(supervision.health).toEqual({ status: 'healthy-idle', runs: [] });
    await project.addRun('run-2');
    await project.addTasks({ id: 'a' });
    project.clock.advance(1_000);
    await vi.waitUntil(() => isAssigned(project, 'a'), { timeout: 30_000, interval: 5 });
    await stop();
    expect(await project.db.selectFrom('runs').select('id').execute()).toHaveLength(2);
  });

  test('GAP-RC-LOOP-9: checks at once after a hint', async () => {
    await using project = await Project.open();
    await project.setState('completed');
    const { supervision, stop } = supervise(project);
    await project.clock.sleeping();
    await project.addRun('run-2');
    supervision.hint();
    await vi.waitUntil(() => supervision.health.status === 'ready', { timeout: 30_000 });
    await stop();
  });

  test('GAP-RC-LOOP-9: retries a run whose ticks fail, while the others continue', async () => {
    await using project = await Project.open();
    await project.addRun('run-2', { workspace: 'paper' });
    const malformed = await project.append('agent.turn_requested', {});
    const { supervision, stop } = supervise(project, 'one', { scope: 'workspace' });
    await until(project, () => supervision.health.runs.some(({ failures }) => failures >= 3));
    expect(supervision.health.status).toBe('degraded');
    await project.addTasks({ id: 'a', workspace: 'paper' });
    await until(project, () => isAssigned(project, 'a'));
    expect(await project.run()).toMatchObject({ status: 'active' });
    await project.db.deleteFrom('run_events').where('id', '=', malformed).execute();
    await until(project, () => supervision.health.status === 'ready');
    await stop();
  });

  test('GAP-RC-LOOP-5: in enforced mode, three failures degrade a run, and a successful tick restores it', async () => {
    await using project = await Project.open();
    const malformed = await project.append('agent.turn_requested', {});
    const { stop } = supervise(project, 'one', { enforcement: 'enforced' });
    await until(project, async () => (await project.run()).status === 'degraded');
    await project.db.deleteFrom('run_events').where('id', '=', malformed).execute();
    await until(project, async () => (await project.run()).status === 'active');
    await stop();
  });

  test('shows runs that another coordinator ticks', async () => {
    await using project = await Project.open();
    await project.lease('run-1', 'other');
    const { supervision, stop } = supervise(project);
    await until(project, () => supervision.health.runs.length > 0);
    expect(supervision.health).toMatchObject({
      status: 'healthy-idle',
      runs: [{ runId: 'run-1', state: 'active', isElsewhere: true }],
    });
    await stop();
  });

  test('ADD-RUN-4: is degraded while a run waits because of a failed agent', async () => {
    await using project = await Project.open();
    await project.sql(`update runs set status = 'paused-intake', reason = 'agent_failed'`);
    const { supervision, stop } = supervise(project, 'one', { enforcement: 'enforced' });
    await until(project, () => supervision.health.runs[0]?.state === 'paused-intake');
    expect(supervision.health).toMatchObject({
      status: 'degraded',
      runs: [{ runId: 'run-1', reason: 'agent_failed', failures: 0 }],
    });
    await stop();
  });

  test('ticks several runs of one workspace, each with its own tasks', async () => {
    await using project = await Project.open();
    await project.addRun('run-2');
    await project.addTasks({ id: 'a' }, { id: 'b' });
    await project.sql(`update tasks set run_id = case id when 'a' then 'run-1' else 'run-2' end`);
    const { stop } = supervise(project, 'one', { scope: 'run' });
    for (const id of ['a', 'b']) await until(project, () => isAssigned(project, id));
    await stop();
    const tasksOf = async (runId: string) => project.eventPayloads('task.assigned', runId);
    expect(await tasksOf('run-1')).toMatchObject([{ task_id: 'a' }]);
    expect(await tasksOf('run-2')).toMatchObject([{ task_id: 'b' }]);
  });

  test('in enforced mode, a blocked run in which something happens is active again', async () => {
    await using project = await Project.open();
    await project.addTasks({ id: 'a', status: 'blocked', assigned: 'ada' });
    await project.sql(`update tasks set run_id = 'run-1'`);
    const { supervision, stop } = supervise(project, 'one', { enforcement: 'enforced' });
    await until(project, async () => (await project.run()).status === 'blocked');
    await until(project, () => supervision.health.runs.length === 0);
    await project.append('memory.recorded', { agent_id: 'ada' });
    await until(project, () => supervision.measures.done > 1);
    expect(await project.run()).toMatchObject({ status: 'blocked' });
    await project.sql(`update tasks set status = 'in_progress'`);
    await project.append('task.status_changed', { task_id: 'a' });
    await until(project, async () => (await project.run()).status === 'active');
    await stop();
  });

  test('logs when a run starts, changes its state and ends', async () => {
    await using project = await Project.open();
    await project.addTasks({ id: 'a', status: 'review' });
    const lines: unknown[] = [];
    const info = (message: string, details?: object) =>
      void (message.startsWith('run ') && lines.push([message, details]));
    const logger = { ...silentLogger, info };
    const { supervision, stop } = supervise(project, 'one', { enforcement: 'enforced', logger });
    await until(project, () => supervision.health.runs[0]?.state === 'active');
    await project.setState('paused-intake');
    await until(project, () => supervision.health.runs[0]?.state === 'paused-intake');
    // At once: a tick in between would log that the run is active.
    await project.sql(`with done as (update tasks set status = 'done')
      update runs set status = 'active', reason = null`);
    await until(project, async () => (await project.run()).status === 'completed');
    await stop();
    const reason = 'work_remains';
    expect(lines).toEqual([
      ['run started', { run: 'run-1', state: 'active', reason }],
      ['run changed state', { run: 'run-1', from: 'active', state: 'paused-intake', reason }],
      [
        'run ended',
        {
          run: 'run-1',
          from: 'paused-intake',
          state: 'completed',
          reason: 'all_tasks_and_proposals_terminal',
        },
      ],
    ]);
  });

  test('GAP-RC-LOOP-5: in enforced mode, ticks a draining run until it is stopped', async () => {
    await using project = await Project.open();
    await project.setState('draining');
    const { supervision, stop } = supervise(project, 'one', { enforcement: 'enforced' });
    await until(project, async () => (await project.run()).status === 'stopped');
    await until(project, () => supervision.health.status === 'healthy-idle');
    await stop();
  });

  test.each(['paused-intake', 'draining', 'degraded', 'starting'])(
    'GAP-RC-MODE-4: in recorded mode, does not tick a run in the state %s',
    async (state) => {
      await using project = await Project.open();
      await project.setState(state);
      await project.addTasks({ id: 'a' });
      const { supervision, stop } = supervise(project);
      for (let interval = 0; interval < 3; interval += 1) {
        await project.clock.sleeping();
        expect(supervision.health).toEqual({ status: 'healthy-idle', runs: [] });
        project.clock.advance(1_000);
      }
      await stop();
      expect(await project.tasks()).toEqual(['a open -']);
    },
  );

  test('GAP-RC-MODE-4: in recorded mode, releases a paused run', async () => {
    await using project = await Project.open();
    const { supervision, stop } = supervise(project);
    await until(project, () => supervision.health.status === 'ready');
    await project.setState('paused-intake');
    await until(project, () => supervision.health.status === 'healthy-idle');
    await stop();
    expect(await project.run()).toMatchObject({ status: 'paused-intake' });
  });

  test('GAP-RC-MODE-3: of two coordinators one ticks a run, and the other takes over when the first stops', async () => {
    await using project = await Project.open();
    const first = supervise(project, 'one');
    await until(project, () => first.supervision.health.status === 'ready');
    const second = supervise(project, 'two');
    await project.addTasks({ id: 'a' });
    await until(project, () => isAssigned(project, 'a'));
    expect(second.supervision.health.status).toBe('healthy-idle');
    await first.stop();
    await project.addTasks({ id: 'b' });
    await until(project, () => isAssigned(project, 'b'));
    await second.stop();
    expect(await project.eventPayloads('task.assigned')).toHaveLength(2);
  });

  test('reports that it is degraded while it cannot list the runs', async () => {
    await using project = await Project.open();
    await project.setState('completed');
    const { supervision, stop } = supervise(project);
    await project.sql('alter table runs rename to gone');
    await until(project, () => supervision.health.status === 'degraded');
    await project.sql('alter table gone rename to runs');
    await until(project, () => supervision.health.status === 'healthy-idle');
    await stop();
  });
});

test.each([
  [1, 1_000],
  [2, 2_000],
  [5, 16_000],
  [6, 30_000],
  [5_000, 30_000],
])('GAP-RC-LOOP-9: after %d failures in a row, the next try is in %d ms', (failures, delay) => {
  expect(delayAfter(failures)).toBe(delay);
});

test('GAP-RC-LOOP-9: sends notifications for new runs, transitions and released leases', async () => {
  await using project = await Project.open();
  const heard: (string | undefined)[] = [];
  const listener = new NotificationListener({
    id: 'test-listener',
    address: () => project.database.url,
    channel: 'galley_runs',
    onNotified: (payload) => heard.push(payload),
    clock: project.clock,
    logger: silentLogger,
  });
  const end = new AbortController();
  listener.loop.start(end.signal);
  const hears = (...ids: readonly (string | undefined)[]) =>
    vi.waitFor(() => expect(heard).toEqual(ids), { timeout: 30_000, interval: 5 });
  await hears(undefined);
  await project.addRun('run-2');
  await hears(undefined, 'run-2');
  await project.setState('active', 'run-2');
  await project.setState('paused-intake', 'run-1');
  await hears(undefined, 'run-2', 'run-1');
  const lease = await project.lease('run-2');
  await new LeaseRepository(project.db).release(lease);
  await hears(undefined, 'run-2', 'run-1', 'run-2');
  end.abort();
  await listener.loop.stopped;
});
