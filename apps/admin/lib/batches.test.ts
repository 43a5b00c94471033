import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inBatches } from './batches.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function recordBatches(onBatch: () => Promise<void>) {
  const batches: string[][] = [];
  const add = inBatches<string>({
    onBatch: (items) => {
      batches.push([...items]);
      return onBatch();
    },
    delayMs: 400,
    signal: new AbortController().signal,
  });
  return { batches, add };
}

test('events during a batch wait until it is handled', async () => {
  const handled = Promise.withResolvers<void>();
  const { batches, add } = recordBatches(() => handled.promise);
  for (const id of ['1', '2']) add(id);
  await vi.advanceTimersByTimeAsync(1000);
  add('3');
  await vi.advanceTimersByTimeAsync(1000);
  expect(batches).toEqual([['1', '2']]);
  handled.resolve();
  await vi.advanceTimersByTimeAsync(1000);
  expect(batches).toEqual([['1', '2'], ['3']]);
});

test('events continue after a batch that failed', async () => {
  const { batches, add } = recordBatches(() => Promise.reject(new Error('no answer')));
  add('1');
  await vi.advanceTimersByTimeAsync(1000);
  add('2');
  await vi.advanceTimersByTimeAsync(1000);
  expect(batches).toEqual([['1'], ['2']]);
});
