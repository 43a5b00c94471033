import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { GrantQueue } from './grant-queue.ts';

test('calls wait for those under way, in their order', async () => {
  const queue = new GrantQueue({ grantsAtOnce: 2, grantsPerSecond: 10_000 });
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const runs = gates.map((gate, index) =>
    queue.run(async () => {
      begun.push(index);
      await gate.promise;
      if (index === 1) throw new Error('failed');
    }),
  );
  const settled = Promise.allSettled(runs);
  await expect.poll(() => begun).toEqual([0, 1]);
  gates[1]!.resolve();
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  for (const gate of gates) gate.resolve();
  expect((await settled).map(({ status }) => status)).toEqual(
    gates.map((_, index) => (index === 1 ? 'rejected' : 'fulfilled')),
  );
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

test('calls beyond the rate of a second are made at that rate', async () => {
  const queue = new GrantQueue({ grantsAtOnce: 4, grantsPerSecond: 50 });
  const started = performance.now();
  await Promise.all(Array.from({ length: 60 }, () => queue.run(() => Promise.resolve())));
  // 50 at once, and ten more within 200 ms.
  expect(performance.now() - started).toBeGreaterThan(150);
});
