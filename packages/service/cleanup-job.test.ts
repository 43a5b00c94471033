import { expect, test } from 'vitest';
import { silentLogger } from '@galley/kernel';
import { ManualClock } from '@galley/testing';
import { createCleanupJob } from './cleanup-job.ts';

test('cleanup runs at the start and every ten minutes, and continues after a failure', async () => {
  const clock = new ManualClock();
  const stop = new AbortController();
  const rounds: PromiseWithResolvers<void>[] = [Promise.withResolvers(), Promise.withResolvers()];
  let round = 0;
  const loop = createCleanupJob({
    clock,
    logger: silentLogger,
    tasks: {
      'broken things': () => Promise.reject(new Error('no')),
      'expired things': () => {
        rounds[round++]!.resolve();
        return Promise.resolve(1);
      },
    },
  });
  loop.start(stop.signal);
  await rounds[0]!.promise;
  await clock.sleeping();
  clock.advance(10 * 60_000);
  await rounds[1]!.promise;
  stop.abort();
  await loop.stopped;
  expect(round).toBe(2);
});
