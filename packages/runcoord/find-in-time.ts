import type { Clock } from '@galley/kernel';
import type { Waker } from './waker.ts';

export interface Patience {
  readonly milliseconds: number;
  readonly signal: AbortSignal;
}

export interface Search<T> {
  readonly key: string;
  readonly look: () => Promise<T | undefined>;
  readonly clock: Clock;
}

/** `undefined` when the time is over. */
export async function findInTime<T>(
  waker: Waker,
  { key, look, clock }: Search<T>,
  { milliseconds, signal }: Patience,
): Promise<T | undefined> {
  const end = new AbortController();
  const over = AbortSignal.any([signal, end.signal]);
  void clock.sleep(milliseconds, over).then(() => end.abort());
  try {
    return await waker.find(key, look, over);
  } finally {
    end.abort();
  }
}
