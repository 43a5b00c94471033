import { tryWithAdvisoryLock, type Database } from '@galley/database';
import { DomainError, Ticker, type Clock, type Logger } from '@galley/kernel';
import type { BackupService } from './backup-service.ts';
import { onChange } from './backup.ts';
import { ChangesRepository } from './changes-repository.ts';

export interface BackupsOnChangeOptions {
  readonly db: Database;
  readonly backups: Pick<BackupService, 'create' | 'list'>;
  readonly isEnabled: boolean;
  readonly debounceMs: number;
  /** Counts from the last backup, including manual ones. */
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

const maxPauseMs = 5_000;
/** Multiplied by `debounceMs`: the maximum wait if changes never stop. */
const overdueFactor = 10;

/**
 * Backs up in one process once the content has changed and then stayed unchanged for a while. Document events and media
 * rows reveal most changes, also from before a restart.
 */
export class BackupsOnChange {
  readonly #options: BackupsOnChangeOptions;
  readonly #changes: ChangesRepository;
  #reportedAt: Date | undefined;
  #waitingSince: Date | undefined;
  #failedAt: Date | undefined;

  readonly loop: Ticker;

  constructor(options: BackupsOnChangeOptions) {
    this.#options = options;
    this.#changes = new ChangesRepository(options.db);
    const { db, debounceMs, clock, logger } = options;
    this.loop = new Ticker({
      id: 'backups-on-change',
      everyMs: Math.min(debounceMs, maxPauseMs),
      clock,
      logger,
      run: (signal) =>
        tryWithAdvisoryLock(db, 'galley:backups-on-change', () => this.backUpIfDue(signal)).then(
          () => undefined,
        ),
    });
  }

  /** For media or settings in the tree. */
  changed(): void {
    this.#reportedAt = this.#options.clock.now();
  }

  async backUpIfDue(signal?: AbortSignal): Promise<boolean> {
    if (!this.#options.isEnabled || !(await this.#isDue())) return false;
    const { backups, clock, logger } = this.#options;
    this.#waitingSince = undefined;
    try {
      await backups.create({ name: onChange, by: 'galley', signal });
      this.#failedAt = undefined;
      return true;
    } catch (error) {
      if (signal?.aborted) return false;
      this.#failedAt = clock.now();
      const reason = error instanceof DomainError ? error.message : String(error);
      logger.error('backup on change failed; retrying later', {
        error: reason,
      });
      return false;
    }
  }

  async #isDue(): Promise<boolean> {
    const { backups, clock, debounceMs, intervalMs } = this.#options;
    const now = clock.now().getTime();
    const last = (await backups.list())[0]?.createdAt.getTime() ?? -Infinity;
    const changed = Math.max(
      ...(await this.#changes.lastChanges()).map((at) => at.getTime()),
      this.#reportedAt?.getTime() ?? -Infinity,
    );
    if (changed <= last) {
      this.#waitingSince = undefined;
      return false;
    }
    this.#waitingSince ??= clock.now();
    const isAtRest = now - changed >= debounceMs;
    const isOverdue = now - this.#waitingSince.getTime() >= overdueFactor * debounceMs;
    const isApart = now - Math.max(last, this.#failedAt?.getTime() ?? -Infinity) >= intervalMs;
    return isApart && (isAtRest || isOverdue);
  }
}
