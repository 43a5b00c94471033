import { useSyncExternalStore, type ReactNode } from 'react';
import { dateTime, relativeTime } from '../lib/format.ts';
import { useLanguage } from '../lib/words.ts';

/** A time as far from now as it is, kept right; its tip has the date. Nothing for null. */
export function Time({ at }: { readonly at: string | null | undefined }): ReactNode {
  useLanguage();
  const now = useMinute();
  if (!at) return null;
  return (
    <time dateTime={at} title={dateTime(at)}>
      {relativeTime(at, now)}
    </time>
  );
}

/** One clock for all that show a time: a list has hundreds. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let shownNow = Date.now();

function tick(): void {
  shownNow = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    shownNow = Date.now();
    timer = setInterval(tick, 60_000);
    // In a window that nobody looks at, clocks tick as seldom as the browser likes.
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
    timer = undefined;
  };
}

/** The time, anew each minute. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => shownNow);
}
