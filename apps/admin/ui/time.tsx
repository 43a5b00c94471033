import { useEffect, useState, type ReactNode } from 'react';
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

/** The time, anew each minute. */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
