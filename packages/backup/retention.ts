import { beforeRestore, type Backup } from './backup.ts';

/** Limits for backups; without any, all are kept. */
export interface Retention {
  readonly keep?: number | undefined;
  /** Age up to which backups are kept, in milliseconds. */
  readonly age?: number | undefined;
}

/** A wrong restore is noticed within days, and this backup undoes it. */
const undoPeriodMs = 7 * 86_400_000;

/**
 * Backups to delete: those beyond the number, and those that are too old. The newest is always kept, and backups made
 * before a restore are kept for a week.
 */
export function outdated(backups: readonly Backup[], retention: Retention, now: Date): Backup[] {
  const { keep = Infinity, age = Infinity } = retention;
  const newestFirst = backups.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return newestFirst.filter((backup, index) => {
    const ageMs = now.getTime() - backup.createdAt.getTime();
    if (index === 0) return false;
    if (backup.name === beforeRestore && ageMs < undoPeriodMs) return false;
    return index >= keep || ageMs >= age;
  });
}
