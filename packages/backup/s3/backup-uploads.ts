import { ProjectFactsRepository } from '@galley/content';
import { tryWithAdvisoryLock, withUnlimitedAdvisoryLock, type Database } from '@galley/database';
import { isMissing, Ticker, type Clock, type Logger } from '@galley/kernel';
import type { BackupService } from '../backup-service.ts';
import type { Backup } from '../backup.ts';
import { parseArchiveName } from '../archive/archive-name.ts';
import { outdated, type Retention } from '../retention.ts';
import type { S3Store, StoredBackup } from './s3-store.ts';

export interface BackupUploadsOptions {
  readonly db: Database;
  readonly backups: Pick<BackupService, 'list' | 'path'>;
  readonly store: S3Store;
  /** For the bucket alone. */
  readonly retention: Retention;
  /** Plain archives then stay here. */
  readonly isEncryptionRequired: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** State of the last uploads, as of any process. */
export interface UploadState {
  /** When the newest backup in the bucket was created. */
  readonly newest_at: string | null;
  /** Time of the last attempt if it failed; null after a success. */
  readonly failed_at: string | null;
  readonly error: string | null;
}

export const uploadFact = 'backup_uploads';
const uploadLock = 'galley:backup-uploads';
const checkEveryMs = 15_000;
const maxBackOffMs = 3_600_000;
/** Also without new archives, for the maximum age of backups in the bucket. */
const lookEveryMs = 3_600_000;

/**
 * Uploads each archive of the backup folder that the bucket lacks, newest first, in one of all processes, and applies the
 * retention of the bucket (ADD-BAK-4). An object appears only when its upload is complete.
 */
export class BackupUploads {
  readonly #options: BackupUploadsOptions;
  readonly #facts: ProjectFactsRepository;
  /** Archives that need no upload, as of the last look into the bucket. */
  #settled: ReadonlySet<string> = new Set();
  #lookedAt: Date | undefined;
  readonly loop: Ticker;

  constructor(options: BackupUploadsOptions) {
    this.#options = options;
    const { db, clock, logger } = options;
    this.#facts = new ProjectFactsRepository(db);
    this.loop = new Ticker({
      id: 'backup-uploads',
      everyMs: checkEveryMs,
      maxBackOffMs,
      clock,
      logger,
      run: (signal) => this.#uploadIfDue(signal),
      finish: async () => options.store.close(),
    });
  }

  state(): Promise<UploadState> {
    return readUploadState(this.#options.db);
  }

  /** Waits for uploads of other processes. Returns the ids of all archives in the bucket. @throws `backup_failed` */
  uploadMissing(signal?: AbortSignal): Promise<readonly string[]> {
    return withUnlimitedAdvisoryLock(this.#options.db, uploadLock, () => this.#upload(signal));
  }

  close(): void {
    this.#options.store.close();
  }

  async #uploadIfDue(signal: AbortSignal): Promise<boolean> {
    const { db, clock, logger } = this.#options;
    const isRecent =
      this.#lookedAt !== undefined &&
      clock.now().getTime() - this.#lookedAt.getTime() < lookEveryMs;
    if (isRecent && (await this.#candidates()).every(({ id }) => this.#settled.has(id)))
      return true;
    try {
      await tryWithAdvisoryLock(db, uploadLock, () => this.#upload(signal));
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      logger.error('uploading backups failed; retrying later', { error: reasonOf(error) });
      return false;
    }
  }

  async #upload(signal?: AbortSignal): Promise<readonly string[]> {
    const { store } = this.#options;
    try {
      await store.abortUnfinished();
      const candidates = await this.#candidates();
      const stored = [...(await store.list())];
      for (const backup of this.#missing(candidates, stored)) {
        signal?.throwIfAborted();
        if (await this.#uploadOne(backup, signal)) stored.push(storedForm(backup));
      }
      const kept = await this.#prune(stored);
      this.#lookedAt = this.#options.clock.now();
      this.#settled = new Set([...candidates, ...stored].map(({ id }) => id));
      await this.#record({ newest_at: newestOf(kept), failed_at: null, error: null });
      return kept.map(({ id }) => id);
    } catch (error) {
      if (!signal?.aborted) await this.#recordFailure(error);
      throw error;
    }
  }

  /** False for an archive that was deleted meanwhile. */
  async #uploadOne({ id, size }: Backup, signal?: AbortSignal): Promise<boolean> {
    const { backups, store, logger } = this.#options;
    const began = performance.now();
    try {
      await store.upload(id, backups.path(id), signal);
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
    const duration_ms = Math.round(performance.now() - began);
    logger.info('backup uploaded', { backup: id, size, duration_ms });
    return true;
  }

  /** Names that other people made could be removed from the bucket by no retention. */
  async #candidates(): Promise<Backup[]> {
    const { backups, isEncryptionRequired } = this.#options;
    return (await backups.list()).filter(
      ({ id, isEncrypted }) =>
        parseArchiveName(id) !== undefined && (isEncrypted || !isEncryptionRequired),
    );
  }

  /** Newest first; without those that retention would delete at once. */
  #missing(candidates: readonly Backup[], stored: readonly StoredBackup[]): Backup[] {
    const { retention, clock } = this.#options;
    const known = new Set(stored.map(({ id }) => id));
    const missing = candidates.filter(({ id }) => !known.has(id));
    const unwanted = new Set(
      outdated([...stored, ...missing], retention, clock.now()).map(({ id }) => id),
    );
    return missing.filter(({ id }) => !unwanted.has(id));
  }

  /** Returns those that are kept. */
  async #prune(stored: readonly StoredBackup[]): Promise<StoredBackup[]> {
    const { store, retention, clock, logger } = this.#options;
    const removed = outdated(stored, retention, clock.now());
    for (const { id } of removed) {
      await store.remove(id);
      logger.info('uploaded backup deleted by retention', { backup: id });
    }
    return stored.filter((one) => !removed.includes(one));
  }

  async #recordFailure(error: unknown): Promise<void> {
    const { newest_at } = await this.state();
    const failed_at = this.#options.clock.now().toISOString();
    await this.#record({ newest_at, failed_at, error: reasonOf(error) });
  }

  #record(state: UploadState): Promise<void> {
    return this.#facts.set(uploadFact, state);
  }
}

export async function readUploadState(db: Database): Promise<UploadState> {
  const found = await new ProjectFactsRepository(db).find(uploadFact);
  return (found as UploadState | undefined) ?? { newest_at: null, failed_at: null, error: null };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function storedForm({ id, name, createdAt, size, isEncrypted }: Backup): StoredBackup {
  return { id, name, createdAt, size, isEncrypted };
}

function newestOf(stored: readonly StoredBackup[]): string | null {
  const times = stored.map(({ createdAt }) => createdAt.getTime());
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
}
