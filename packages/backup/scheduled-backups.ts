import { tryWithAdvisoryLock, type Database } from '@galley/database';
import { DomainError, Ticker, type Clock, type Logger } from '@galley/kernel';
import type { BackupService } from './backup-service.ts';
import { scheduled } from './backup.ts';

export interface ScheduledBackupsOptions {
  readonly db: Database;
  readonly backups: Pick<BackupService, 'create' | 'list'>;
  /** The first time after `after`, or undefined if there is none. */
  readonly nextTime: (after: Date) => Date | undefined;
  readonly includeMedia: boolean;
  readonly includeDatabase: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

const checkEveryMs = 15_000;
const retryAfterMs = 5 * 60_000;

/**
 * Backs up at the times of a schedule, in one of all processes. The newest scheduled backup tells which times are over,
 * so a time that passed while no server ran is made up for once. Without such a backup, times count from the start.
 */
export class ScheduledBackups {
  readonly #options: ScheduledBackupsOptions;
  /** Remembered, because retention may delete the backup. */
  #last: Date | undefined;
  readonly #startedAt: Date;
  #failedAt: Date | undefined;

  readonly loop: Ticker;

  constructor(options: ScheduledBackupsOptions) {
    this.#options = options;
    const { db, clock, logger } = options;
    this.#startedAt = clock.now();
    this.loop = new Ticker({
      id: 'scheduled-backups',
      everyMs: checkEveryMs,
      clock,
      logger,
      run: async (signal) => {
        // Outside the lock, so that every process knows of a backup before retention deletes it.
        await this.#noticeBackups();
        await tryWithAdvisoryLock(db, 'galley:scheduled-backups', () => this.backUpIfDue(signal));
      },
    });
  }

  async backUpIfDue(signal?: AbortSignal): Promise<boolean> {
    const { backups, nextTime, includeMedia, includeDatabase, clock, logger } = this.#options;
    // Another process may have made one since this process last looked.
    await this.#noticeBackups();
    const now = clock.now();
    const due = nextTime(this.#last ?? this.#startedAt);
    if (!due || due > now) return false;
    if (this.#failedAt && now.getTime() - this.#failedAt.getTime() < retryAfterMs) return false;
    try {
      const by = 'galley';
      await backups.create({ name: scheduled, by, includeMedia, includeDatabase, signal });
      this.#last = now;
      this.#failedAt = undefined;
      return true;
    } catch (error) {
      if (signal?.aborted) return false;
      this.#failedAt = now;
      const reason = error instanceof DomainError ? error.message : String(error);
      logger.error('scheduled backup failed; retrying in five minutes', { error: reason });
      return false;
    }
  }

  async #noticeBackups(): Promise<void> {
    const all = await this.#options.backups.list();
    const newest = all.find(({ name }) => name === scheduled)?.createdAt;
    if (newest && (!this.#last || newest > this.#last)) this.#last = newest;
  }
}
