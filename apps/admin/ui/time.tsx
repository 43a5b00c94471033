import { useSyncExternalStore, type ReactNode } from 'react';
import { formatDateTime, formatRelativeTime, personTimeZone } from '../lib/format.ts';
import { useLanguage } from '../lib/messages.ts';
import { useStore } from '../lib/store.ts';

export function Time({ at }: { readonly at: string | null | undefined }): ReactNode {
  useLanguage();
  useStore(personTimeZone);
  const now = useMinute();
  if (!at) return null;
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelativeTime(at, now)}
    </time>
  );
}

/** Shared timer for all relative times: a list has hundreds. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let currentTime = Date.now();

function tick(): void {
  currentTime = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    currentTime = Date.now();
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

export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => currentTime);
}
