import { beforeRestore, type Backup } from './backup.ts';

/** Without limits, all backups are kept. */
export interface Retention {
  readonly keep?: number | undefined;
  /** Milliseconds. */
  readonly age?: number | undefined;
}

/** A wrong restore is noticed within days, and this backup undoes it. */
const undoPeriodMs = 7 * 86_400_000;

/** Keeps the newest, and backups made before a restore for a week. */
export function outdated<B extends Pick<Backup, 'name' | 'createdAt'>>(
  backups: readonly B[],
  retention: Retention,
  now: Date,
): B[] {
  const { keep = Infinity, age = Infinity } = retention;
  const newestFirst = backups.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return newestFirst.filter((backup, index) => {
    const ageMs = now.getTime() - backup.createdAt.getTime();
    if (index === 0) return false;
    if (backup.name === beforeRestore && ageMs < undoPeriodMs) return false;
    return index >= keep || ageMs >= age;
  });
}
