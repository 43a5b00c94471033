import { withFreeAdvisoryLock, type Database } from '@galley/database';
import { DomainError, Ticker, type Clock, type Logger } from '@galley/kernel';
import type { BackupService } from './backup-service.ts';
import { onChange } from './backup.ts';
import { ChangesRepository } from './changes-repository.ts';

export interface BackupsOnChangeOptions {
  readonly db: Database;
  readonly backups: Pick<BackupService, 'create' | 'list'>;
  /** Whether it does anything at all. */
  readonly isOn: boolean;
  /** How long the tree has to be at rest, in milliseconds. */
  readonly debounce: number;
  /** How far two backups are apart at least, in milliseconds, whoever made the earlier one. */
  readonly interval: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

const longestPauseMs = 5_000;
/** Where changes never stop, a backup waits this many times the rest that it would have. */
const patience = 10;

/**
 * Makes a backup when the content has changed since the newest one and has been at rest for a while, in one process of
 * all that there are. Changes of documents are read from the stream of events, whichever process made them; `changed`
 * tells of those that the stream does not have. What changed while no process ran is not missed: it is later than the
 * newest backup.
 */
export class BackupsOnChange {
  readonly #options: BackupsOnChangeOptions;
  readonly #changes: ChangesRepository;
  #noted: Date | undefined;
  /** Since when a change waits for its backup. */
  #waitingSince: Date | undefined;
  #failedAt: Date | undefined;

  /** To be started beside the server. */
  readonly loop: Ticker;

  constructor(options: BackupsOnChangeOptions) {
    this.#options = options;
    this.#changes = new ChangesRepository(options.db);
    const { db, debounce, clock, logger } = options;
    this.loop = new Ticker({
      id: 'backups-on-change',
      everyMs: Math.min(debounce, longestPauseMs),
      clock,
      logger,
      run: (signal) =>
        withFreeAdvisoryLock(db, 'galley:backups-on-change', () => this.look(signal)).then(
          () => undefined,
        ),
    });
  }

  /** Media or settings have changed, in the tree. */
  changed(): void {
    this.#noted = this.#options.clock.now();
  }

  /** Makes a backup if it is time for one. Resolves to whether it did. */
  async look(signal?: AbortSignal): Promise<boolean> {
    if (!this.#options.isOn || !(await this.#isTime())) return false;
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
      logger.error('no backup could be made of what has changed; trying again later', {
        error: reason,
      });
      return false;
    }
  }

  async #isTime(): Promise<boolean> {
    const { backups, clock, debounce, interval } = this.#options;
    const now = clock.now().getTime();
    const last = (await backups.list())[0]?.createdAt.getTime() ?? -Infinity;
    const changed = Math.max(
      ...(await this.#changes.lastChanges()).map((at) => at.getTime()),
      this.#noted?.getTime() ?? -Infinity,
    );
    if (changed <= last) {
      this.#waitingSince = undefined;
      return false;
    }
    this.#waitingSince ??= clock.now();
    const isAtRest = now - changed >= debounce;
    const isOverdue = now - this.#waitingSince.getTime() >= patience * debounce;
    const isApart = now - Math.max(last, this.#failedAt?.getTime() ?? -Infinity) >= interval;
    return isApart && (isAtRest || isOverdue);
  }
}
