import { useSyncExternalStore, type ReactNode } from 'react';
import { dateTime, relativeTime } from '../lib/format.ts';
import { useLanguage } from '../lib/words.ts';

/** Relative time that updates every minute, with the date as a tooltip. Renders nothing for null. */
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

/** Shared timer for all relative times: a list has hundreds. */
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
    // Browsers throttle timers in hidden windows, so the times update when the window becomes visible.
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

/** Current time, updated every minute. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => shownNow);
}
