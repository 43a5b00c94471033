import { expect, test } from 'vitest';
import { WorkQueue } from './work-queue.ts';

test('does no more at a time than it may, in the order in which it was asked, and goes on after a failure', async () => {
  const queue = new WorkQueue({ running: 2, waiting: 3 });
  const log: string[] = [];
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const all = gates.map((gate, index) =>
    queue.run(async () => {
      log.push(`begin ${index}`);
      await gate.promise;
      if (index === 0) throw new Error('broke');
      return index;
    }),
  );
  expect(log).toEqual(['begin 0', 'begin 1']);
  expect(queue.isFull).toBe(true);
  const results = Promise.allSettled(all);
  gates[0]!.resolve();
  await expect(all[0]).rejects.toThrow('broke');
  expect(log.at(-1)).toBe('begin 2');
  expect(queue.isFull).toBe(false);
  for (const gate of gates) gate.resolve();
  expect((await results).map(({ status }) => status)).toEqual([
    'rejected',
    ...Array.from({ length: 4 }, () => 'fulfilled'),
  ]);
  expect(log.slice(2)).toEqual(['begin 2', 'begin 3', 'begin 4']);
  expect(await queue.run(async () => 'again')).toBe('again');
});
