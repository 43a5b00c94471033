import type { RunEvent } from '@galley/sdk';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { batchEvents } from './event-batches.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const event = (id: string) => ({ id }) as RunEvent;

function recordBatches(onBatch: () => Promise<void>) {
  const batches: string[][] = [];
  const add = batchEvents({
    onBatch: (events) => {
      batches.push(events.map(({ id }) => id));
      return onBatch();
    },
    signal: new AbortController().signal,
  });
  return { batches, add };
}

test('events during a batch wait until it is handled', async () => {
  const handled = Promise.withResolvers<void>();
  const { batches, add } = recordBatches(() => handled.promise);
  for (const id of ['1', '2']) add(event(id));
  await vi.advanceTimersByTimeAsync(1000);
  add(event('3'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(batches).toEqual([['1', '2']]);
  handled.resolve();
  await vi.advanceTimersByTimeAsync(1000);
  expect(batches).toEqual([['1', '2'], ['3']]);
});

test('events continue after a batch that failed', async () => {
  const { batches, add } = recordBatches(() => Promise.reject(new Error('no answer')));
  add(event('1'));
  await vi.advanceTimersByTimeAsync(1000);
  add(event('2'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(batches).toEqual([['1'], ['2']]);
});
