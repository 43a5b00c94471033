import { beforeRestore, type Backup } from './backup.ts';

/** Which backups are kept. Without either, all of them. */
export interface Retention {
  /** So many, the newest. */
  readonly keep?: number | undefined;
  /** Those that are younger, in milliseconds. */
  readonly age?: number | undefined;
}

/** Somebody who restored the wrong backup notices within days, and has nothing else to go back to. */
const keptBeforeRestore = 7 * 86_400_000;

/**
 * Those of the backups that retention removes: what is beyond the number, and what is too old. The newest stays
 * whatever its age, and for a week what was made before a restore.
 */
export function outdated(backups: readonly Backup[], retention: Retention, now: Date): Backup[] {
  const { keep = Infinity, age = Infinity } = retention;
  const newestFirst = backups.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return newestFirst.filter((backup, place) => {
    const milliseconds = now.getTime() - backup.createdAt.getTime();
    if (place === 0) return false;
    if (backup.name === beforeRestore && milliseconds < keptBeforeRestore) return false;
    return place >= keep || milliseconds >= age;
  });
}
