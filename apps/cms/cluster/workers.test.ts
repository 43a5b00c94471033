import cluster from 'node:cluster';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLogger } from '@galley/kernel';
import { ManualClock } from '@galley/testing';
import { Workers } from './workers.ts';

function run(fixture: string, ...args: string[]): void {
  cluster.setupPrimary({ exec: join(import.meta.dirname, `${fixture}.fixtures.ts`), args });
}

test('a signal that arrives before the workers start stops them', async () => {
  run('stopping-worker');
  const workers = new Workers({
    count: 2,
    clock: new ManualClock(),
    logger: silentLogger,
    signal: AbortSignal.abort(),
  });
  await (
    await workers.start()
  ).stopped;
  expect(Object.values(cluster.workers!).filter((worker) => !worker!.isDead())).toEqual([]);
});

test('ten failed starts in a row end the server with a hint to the log', async () => {
  const clock = new ManualClock();
  const ends: unknown[] = [];
  run('dying-worker', 'ready');
  const workers = new Workers({
    count: 1,
    clock,
    logger: { ...silentLogger, error: (_message, attributes) => ends.push(attributes?.['code']) },
    signal: new AbortController().signal,
  });
  const { siteAddress, stopped } = await workers.start();
  expect(siteAddress).toBe('http://127.0.0.1:1');
  run('dying-worker');
  const failure = stopped.catch((error: unknown) => error);
  for (let count = 0; count < 10; count += 1) {
    await clock.sleeping();
    clock.advance(1_000);
  }
  expect(await failure).toMatchObject({
    code: 'workers_died',
    message: expect.stringMatching(/10 times in a row.*the log/s) as unknown,
  });
  expect(ends).toEqual(Array(11).fill(3));
});
