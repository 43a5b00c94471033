import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { MergedMetrics, type MetricsSnapshot } from './merged-metrics.ts';

/** A process that has answered so many requests and is answering so many. */
class Process {
  readonly #registry = new Registry();
  readonly #answered = new Counter({
    name: 'answered',
    help: 'x',
    labelNames: ['how'],
    registers: [this.#registry],
  });
  readonly #answering = new Gauge({ name: 'answering', help: 'x', registers: [this.#registry] });
  readonly #lag = new Gauge({
    name: 'lag',
    help: 'x',
    aggregator: 'average',
    registers: [this.#registry],
  });
  readonly #time = new Histogram({
    name: 'time',
    help: 'x',
    buckets: [1],
    registers: [this.#registry],
  });

  tell(given: { well?: number; badly?: number; answering: number; lag: number }) {
    this.#answered.inc({ how: 'well' }, given.well ?? 0);
    if (given.badly) this.#answered.inc({ how: 'badly' }, given.badly);
    this.#answering.set(given.answering);
    this.#lag.set(given.lag);
    this.#time.observe(0.5);
    return this.#registry.getMetricsAsJSON();
  }
}

async function lines(merged: MergedMetrics): Promise<string[]> {
  return (await merged.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

test('counters and gauges of processes are added up, and lags averaged', async () => {
  const merged = new MergedMetrics();
  merged.note(1, await new Process().tell({ well: 3, answering: 1, lag: 2 }));
  merged.note(2, await new Process().tell({ well: 4, badly: 1, answering: 2, lag: 4 }));
  expect(await lines(merged)).toEqual([
    'answered{how="well"} 7',
    'answered{how="badly"} 1',
    'answering 3',
    'lag 3',
    'time_bucket{le="1"} 2',
    'time_bucket{le="+Inf"} 2',
    'time_sum 1',
    'time_count 2',
  ]);
});

test('what a process tells of a part is what it has told of that part last', async () => {
  const merged = new MergedMetrics();
  const one = new Process();
  const first: MetricsSnapshot = await one.tell({ well: 3, answering: 1, lag: 2 });
  merged.note(1, first);
  const next = await one.tell({ well: 2, answering: 9, lag: 9 });
  merged.note(
    1,
    next.filter(({ name }) => name === 'answered'),
  );
  expect(await lines(merged)).toEqual(
    expect.arrayContaining(['answered{how="well"} 5', 'answering 1', 'lag 2']),
  );
});

test('CMS-MET-6: what a process has counted stands when it has ended, and its gauges do not', async () => {
  const merged = new MergedMetrics();
  merged.note(1, await new Process().tell({ well: 3, answering: 1, lag: 2 }));
  merged.note(2, await new Process().tell({ well: 4, answering: 2, lag: 4 }));
  merged.note(3, await new Process().tell({ well: 5, answering: 4, lag: 8 }));
  merged.end(1);
  merged.end(2);
  expect(await lines(merged)).toEqual(
    expect.arrayContaining(['answered{how="well"} 12', 'answering 4', 'lag 8', 'time_count 3']),
  );
  merged.end(3);
  merged.end(3);
  expect(await lines(merged)).toEqual(
    expect.arrayContaining(['answered{how="well"} 12', 'time_count 3']),
  );
  expect(await merged.text()).not.toContain('answering');
});
