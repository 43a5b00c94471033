import cluster from 'node:cluster';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLogger } from '@galley/kernel';
import { ManualClock } from '@galley/testing';
import { Distribution } from './distribution.ts';
import { Workers } from './workers.ts';

test('workers that end as soon as they are started are given up after ten, with a word on where to look', async () => {
  const clock = new ManualClock();
  const told: unknown[] = [];
  cluster.setupPrimary({ exec: join(import.meta.dirname, 'dying-worker.fixtures.ts'), args: [] });
  const workers = new Workers({
    count: 1,
    fork: () => cluster.fork(),
    distribution: new Distribution((socket) => socket.destroy()),
    clock,
    logger: {
      ...silentLogger,
      error: (_message, { pause_ms, code } = {}) => told.push([pause_ms, code]),
    },
  });
  workers.start();
  const ended = workers.ended.catch((error: unknown) => error);
  for (let count = 0; count < 9; count += 1) {
    await clock.sleeping();
    clock.advance(5_000);
  }
  expect(await ended).toMatchObject({
    code: 'workers_died',
    message: expect.stringMatching(/ten times in a row.*The log/s) as unknown,
  });
  const pauses = [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000, 5_000];
  expect(told).toEqual(pauses.map((pause) => [pause, 3]));
  await workers.stop();
});
