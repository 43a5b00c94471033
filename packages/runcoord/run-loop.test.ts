import { silentLogger, type Clock } from '@galley/kernel';
import { describe, expect, test } from 'vitest';
import { Project } from './fixtures.ts';
import { RunJournal } from './run-journal.ts';
import { IterationLimitError, runHeadless, RunLoop, type RunLoopOptions } from './run-loop.ts';
import type { TickResult } from './run-ticker.ts';

/** Clock whose time advances only by sleeping, and instantly. */
class SleepingClock implements Clock {
  readonly slept: number[] = [];
  #now = Date.parse('2026-01-01T12:00:00Z');
  onSleep: () => void = () => undefined;

  now(): Date {
    return new Date(this.#now);
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds;
  }

  sleep(milliseconds: number): Promise<void> {
    this.slept.push(milliseconds);
    this.#now += milliseconds;
    this.onSleep();
    return Promise.resolve();
  }
}

const goesOn: TickResult = {
  state: 'active',
  reason: 'work_remains',
  isOver: false,
  assigned: 0,
  reviewsRequested: 0,
  isTurnScheduled: false,
};
const completed: TickResult = { ...goesOn, state: 'completed', isOver: true };

type Tick = TickResult | Error;

async function loopIn(project: Project, more: Partial<RunLoopOptions> = {}) {
  const clock = new SleepingClock();
  const fence = await project.lease();
  const journal = new RunJournal({ db: project.db, fence, clock });
  const ticker = project.tickerOf(fence);
  const options: RunLoopOptions = {
    tick: (iteration, signal) => ticker.tick(iteration, signal),
    journal,
    clock,
    logger: silentLogger,
    interval: 1_000,
    retryDelay: 250,
    maxConsecutiveErrors: 5,
    maxIterations: 0,
    ...more,
  };
  return { options, clock, journal };
}

function script(...ticks: readonly Tick[]): RunLoopOptions['tick'] {
  return (iteration) => {
    const tick = ticks[iteration - 1] ?? goesOn;
    return tick instanceof Error ? Promise.reject(tick) : Promise.resolve(tick);
  };
}

const never = (): AbortSignal => new AbortController().signal;
const broken = new Error('the disk is full');

describe('the loop of a run', () => {
  test('RC-BASE-2, RC-BASE-5: starts at once, and ends when the run is completed', async () => {
    await using project = await Project.open();
    await project.addTasks({ id: 'a', status: 'done' });
    const { options, clock } = await loopIn(project);
    const end = await new RunLoop(options).run(never());
    expect(end).toEqual({ end: 'completed', iterations: 1, lastError: undefined });
    expect(clock.slept).toEqual([]);
    expect(await project.eventPayloads('orchestrator.completed')).toMatchObject([
      { iterations: 1 },
    ]);
  });

  test.each(['blocked', 'failed', 'stopped'] as const)('ends when the run is %s', async (state) => {
    await using project = await Project.open();
    const tick = script(goesOn, { ...goesOn, state, isOver: true });
    const { options } = await loopIn(project, { tick });
    expect(await new RunLoop(options).run(never())).toMatchObject({ end: state, iterations: 2 });
  });

  test('GAP-RC-MODE-4: ends when a run is stopped in enforced mode', async () => {
    await using project = await Project.open();
    const { options, clock } = await loopIn(project);
    await project.expireLease();
    const ticker = await project.ticker({ enforcement: 'enforced' });
    let paused: Promise<void> | undefined;
    clock.onSleep = () => void (paused = project.setState('stopped'));
    const tick: RunLoopOptions['tick'] = async (iteration) => {
      await paused;
      return ticker.tick(iteration);
    };
    const end = await new RunLoop({ ...options, tick }).run(never());
    expect(end).toMatchObject({ end: 'stopped', iterations: 2 });
  });

  test('RC-CMD-1, RC-CMD-6, RC-LIM-1: waits for a ticker, which counts the time of the work', async () => {
    await using project = await Project.open();
    const { options, clock } = await loopIn(project);
    const tick: RunLoopOptions['tick'] = (iteration) => {
      clock.pass(iteration === 2 ? 2_300 : 100);
      return Promise.resolve(iteration === 4 ? completed : goesOn);
    };
    await new RunLoop({ ...options, tick }).run(never());
    // First tick ends at 100; second runs from 1000 to 3300; third at once, until 3400; fourth starts at 4000.
    expect(clock.slept).toEqual([900, 600]);
  });

  test.each([
    ['interval', { interval: 0 }, script(goesOn, completed), 1_000],
    ['interval', { interval: -5 }, script(goesOn, completed), 1_000],
    ['interval', { interval: 70 }, script(goesOn, completed), 70],
    ['retry delay', { retryDelay: 0 }, script(broken, completed), 250],
    ['retry delay', { retryDelay: -1 }, script(broken, completed), 250],
    ['retry delay', { retryDelay: 70 }, script(broken, completed), 70],
  ])('RC-CMD-1, RC-CMD-2, RC-CMD-6, RC-LIM-2: %s, %j', async (...[, more, tick, slept]) => {
    await using project = await Project.open();
    const { options, clock } = await loopIn(project, { ...more, tick });
    await new RunLoop(options).run(never());
    expect(clock.slept).toEqual([slept]);
  });

  test('RC-ST-25: an abort leaves the run unchanged', async () => {
    await using project = await Project.open();
    await project.addTasks({ id: 'a' });
    const { options, clock } = await loopIn(project);
    const stop = new AbortController();
    clock.onSleep = () => stop.abort();
    expect(await new RunLoop(options).run(stop.signal)).toMatchObject({
      end: 'cancelled',
      iterations: 1,
    });
    expect(await project.run()).toMatchObject({ status: 'active', ended_at: null });
    expect(await project.eventPayloads('orchestrator.retry')).toEqual([]);
  });

  test('RC-CMD-6, RC-ERR-5: failures caused by an abort are not errors', async () => {
    await using project = await Project.open();
    const stop = new AbortController();
    const tick: RunLoopOptions['tick'] = () => {
      stop.abort();
      return Promise.reject(broken);
    };
    const { options } = await loopIn(project, { tick });
    expect((await new RunLoop(options).run(stop.signal)).end).toBe('cancelled');
    expect((await new RunLoop(options).run(stop.signal)).iterations).toBe(0);
    expect(await project.events()).toEqual([]);
  });
});

describe('a failed iteration', () => {
  test('RC-EVT-3, RC-CMD-2, RC-CMD-6, GAP-RC-LOOP-8: is recorded, and retried after a constant delay', async () => {
    await using project = await Project.open();
    const { options, clock } = await loopIn(project, {
      tick: script(broken, broken, broken, completed),
    });
    const end = await new RunLoop(options).run(never());
    expect(end).toEqual({ end: 'completed', iterations: 4, lastError: undefined });
    expect(clock.slept).toEqual([250, 250, 250]);
    const told = { max_attempts: 5, error: 'the disk is full', next_retry_delay: '250ms' };
    expect(await project.eventPayloads('orchestrator.retry')).toEqual(
      [1, 2, 3].map((number) => ({ iteration: number, attempt: number, ...told })),
    );
  });

  test('RC-CMD-3, RC-ERR-5: counts consecutive failures: a success resets the count', async () => {
    await using project = await Project.open();
    const tick = script(broken, broken, goesOn, broken, broken, completed);
    const { options } = await loopIn(project, { tick, maxConsecutiveErrors: 3 });
    expect((await new RunLoop(options).run(never())).end).toBe('completed');
    const told = (await project.eventPayloads('orchestrator.retry')) as { attempt: number }[];
    expect(told.map(({ attempt }) => attempt)).toEqual([1, 2, 1, 2]);
  });

  test.each([
    [5, 5],
    [0, 5],
    [-1, 5],
    [2, 2],
    [1, 1],
  ])(
    'RC-CMD-3, RC-EVT-4, RC-ST-25, RC-LIM-3, GAP-RC-LOOP-4: with a maximum of %d in a row, the run fails after %d',
    async (maxConsecutiveErrors, iterations) => {
      await using project = await Project.open();
      const tick = () => Promise.reject(broken);
      const { options, clock } = await loopIn(project, { tick, maxConsecutiveErrors });
      const end = await new RunLoop(options).run(never());
      expect(end).toEqual({ end: 'failed', iterations, lastError: 'the disk is full' });
      expect(await project.run()).toMatchObject({ status: 'failed', ended_at: clock.now() });
      const events = await project.events();
      expect(events).toHaveLength(iterations);
      expect(events.at(-1)).toMatchObject({
        type: 'orchestrator.failed',
        payload: { iterations, error: 'the disk is full' },
      });
    },
  );

  test('RC-EVT-3: stops the loop at once when the failure cannot be recorded', async () => {
    await using project = await Project.open();
    await project.breakTable('run_events', 'insert');
    const { options, clock } = await loopIn(project, {
      tick: () => Promise.reject(new Error('no')),
    });
    await expect(new RunLoop(options).run(never())).rejects.toThrow(
      'Iteration 1 failed (no), and that could not be recorded: the disk is full',
    );
    expect(clock.slept).toEqual([]);
    expect(await project.run()).toMatchObject({ status: 'active' });
  });

  test('GAP-RC-MODE-2: at the threshold leaves the run unchanged when the event cannot be written', async () => {
    await using project = await Project.open();
    await project.breakTable('run_events', 'insert');
    const tick = () => Promise.reject(broken);
    const { options } = await loopIn(project, { tick, maxConsecutiveErrors: 1 });
    await expect(new RunLoop(options).run(never())).rejects.toThrow('could not be recorded');
    expect(await project.run()).toMatchObject({ status: 'active', ended_at: null });
  });

  test('GAP-RC-MODE-3: ends the loop without a retry when another coordinator has taken over', async () => {
    await using project = await Project.open();
    const { options, clock } = await loopIn(project);
    await project.expireLease();
    await project.lease('run-1', 'another');
    await expect(new RunLoop(options).run(never())).rejects.toMatchObject({ code: 'run_fenced' });
    expect(clock.slept).toEqual([]);
    expect(await project.events()).toEqual([]);
  });
});

describe('a limit of iterations', () => {
  test('RC-CMD-4, RC-CMD-7, RC-ST-25: is an error, counts all iterations, and leaves the run unchanged', async () => {
    await using project = await Project.open();
    const tick = script(goesOn, broken, goesOn);
    const { options, clock } = await loopIn(project, { tick, maxIterations: 3 });
    const error = await new RunLoop(options).run(never()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(IterationLimitError);
    expect(error).toMatchObject({ reason: 'iteration_limit', iterations: 3, lastError: undefined });
    expect(clock.slept).toEqual([1_000, 250]);
    expect(await project.run()).toMatchObject({ status: 'active', ended_at: null });
  });

  test('RC-CMD-4: is not an error if the run ends in its last iteration', async () => {
    await using project = await Project.open();
    const { options } = await loopIn(project, {
      tick: script(goesOn, completed),
      maxIterations: 2,
    });
    expect((await new RunLoop(options).run(never())).end).toBe('completed');
  });

  test.each([0, -3])('RC-CMD-4, RC-LIM-4: of %d means no limit', async (maxIterations) => {
    await using project = await Project.open();
    const ticks = [...Array.from({ length: 20 }, () => goesOn), completed];
    const { options } = await loopIn(project, { tick: script(...ticks), maxIterations });
    expect((await new RunLoop(options).run(never())).iterations).toBe(21);
  });
});

describe('headless', () => {
  async function headless(maxIterations: number, ...ticks: readonly Tick[]) {
    await using project = await Project.open();
    const { options } = await loopIn(project, { tick: script(...ticks), maxIterations });
    let snapshots = 0;
    const snapshot = () => Promise.resolve((snapshots += 1));
    const { iterations, lastError } = await runHeadless(options, snapshot, never());
    return { iterations, lastError, snapshots };
  }

  test('RC-CMD-5, RC-LIM-4, RC-CMD-7: no limit means one cycle, then a snapshot', async () => {
    expect(await headless(0, goesOn)).toMatchObject({ iterations: 1, snapshots: 1 });
  });

  test('RC-CMD-5: a negative limit means no limit', async () => {
    const end = await headless(-1, goesOn, goesOn, goesOn, completed);
    expect(end).toMatchObject({ iterations: 4, snapshots: 1 });
  });

  test('RC-CMD-7, GAP-RC-LOOP-7: reaching a limit is a normal end, and reports whether the last cycle failed', async () => {
    const good = await headless(2, broken, goesOn);
    expect(good).toEqual({ iterations: 2, lastError: undefined, snapshots: 1 });
    const bad = await headless(2, goesOn, broken);
    expect(bad).toEqual({ iterations: 2, lastError: 'the disk is full', snapshots: 1 });
  });

  test('RC-ERR-5: a failed snapshot fails the whole command', async () => {
    await using project = await Project.open();
    const { options } = await loopIn(project, { tick: script(goesOn) });
    const snapshot = () => Promise.reject(new Error('no place'));
    await expect(runHeadless(options, snapshot, never())).rejects.toThrow('no place');
  });

  test('an abort writes no snapshot', async () => {
    await using project = await Project.open();
    const { options } = await loopIn(project);
    const snapshot = () => Promise.reject(new Error('not asked for'));
    expect(await runHeadless(options, snapshot, AbortSignal.abort())).toMatchObject({
      end: 'cancelled',
    });
  });
});
