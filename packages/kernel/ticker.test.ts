import { expect, test, vi } from 'vitest';
import { ManualClock } from '@galley/testing';
import { silentLogger } from './logger.ts';
import { Ticker, type TickerOptions } from './ticker.ts';

function ticker(run: TickerOptions['run'], more: Partial<TickerOptions> = {}) {
  const clock = new ManualClock();
  const error = vi.fn<(message: string, attributes?: unknown) => void>();
  const logger = { ...silentLogger, error };
  const stop = new AbortController();
  const made = new Ticker({ id: 'test-loop', everyMs: 1_000, clock, logger, run, ...more });
  made.start(stop.signal);
  const end = async (): Promise<void> => {
    stop.abort();
    await made.stopped;
  };
  return { clock, error, end, ticker: made };
}

test('runs at the start and after each pause, which is up to a tenth shorter, until its signal aborts', async () => {
  let runs = 0;
  const { clock, end } = ticker(async () => void (runs += 1));
  await clock.sleeping();
  expect(runs).toBe(1);
  clock.advance(899);
  await Promise.resolve();
  expect(runs).toBe(1);
  clock.advance(101);
  await vi.waitUntil(() => runs === 2);
  await end();
  clock.advance(10_000);
  expect(runs).toBe(2);
});

test('logs a failure once until a run succeeds, and goes on', async () => {
  let runs = 0;
  const failing = new Set([1, 2, 4]);
  const {
    clock,
    error,
    end,
    ticker: made,
  } = ticker(async () => {
    runs += 1;
    if (failing.has(runs)) throw new Error(`run ${runs}`);
  });
  for (let next = 2; next <= 5; next += 1) {
    await clock.sleeping();
    clock.advance(1_000);
    await vi.waitUntil(() => runs === next);
  }
  await end();
  expect(error.mock.calls).toEqual([
    ['test-loop failed, trying again', { loop: 'test-loop', error: 'run 1' }],
    ['test-loop failed, trying again', { loop: 'test-loop', error: 'run 4' }],
  ]);
  expect(made.counts).toEqual({ runs: 5, failures: 3 });
});

test('doubles the pause while runs fail, up to its limit', async () => {
  let runs = 0;
  const pauses: number[] = [];
  const stop = new AbortController();
  const clock = {
    now: () => new Date(),
    sleep: (milliseconds: number) => {
      pauses.push(milliseconds);
      if (pauses.length === 5) stop.abort();
      return Promise.resolve();
    },
  };
  const run = async (): Promise<false | undefined> => {
    runs += 1;
    return runs < 5 ? false : undefined;
  };
  const made = new Ticker({
    id: 'test-loop',
    everyMs: 1_000,
    maxBackOffMs: 6_000,
    clock,
    logger: silentLogger,
    run,
  });
  made.start(stop.signal);
  await made.stopped;
  const full = [2_000, 4_000, 6_000, 6_000, 1_000];
  for (const [at, pause] of pauses.entries()) {
    expect(pause).toBeLessThanOrEqual(full[at]!);
    expect(pause).toBeGreaterThan(full[at]! * 0.9);
  }
});

test('a wake-up ends the pause, and one during a run makes another run follow it', async () => {
  let runs = 0;
  const gate = Promise.withResolvers<void>();
  const {
    clock,
    end,
    ticker: made,
  } = ticker(
    async () => {
      runs += 1;
      if (runs === 1) await gate.promise;
    },
    { runsAtStart: false },
  );
  await clock.sleeping();
  expect(runs).toBe(0);
  made.wake();
  await vi.waitUntil(() => runs === 1);
  made.wake();
  gate.resolve();
  await vi.waitUntil(() => runs === 2);
  await end();
  expect(runs).toBe(2);
});
