import { relative, resolve, sep } from 'node:path';
import {
  requireTree,
  tryWithAdvisoryLock,
  withUnlimitedAdvisoryLock,
  type Database,
} from '@galley/database';
import type { Clock, Logger } from '@galley/kernel';
import {
  createArchive,
  type ArchiveOptions,
  type ArchiveProgress,
  type CreatedArchive,
} from './archive/create-archive.ts';
import { verifyArchive, type VerifiedArchive } from './archive/verify-archive.ts';
import { BackupFolder } from './backup-folder.ts';
import { beforeRestore, type Backup } from './backup.ts';
import { backupProblems } from './problems.ts';
import { outdated, type Retention } from './retention.ts';
import { requireWritten } from './require-written.ts';
import type { TableLinesReadModel } from './table-lines-read-model.ts';

export interface BackupServiceOptions {
  readonly db: Database;
  readonly contentDirectory: string;
  readonly directory: string;
  readonly retention: Retention;
  readonly tables: TableLinesReadModel;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface NewBackup {
  readonly name: string;
  readonly by: string;
  readonly includeMedia?: boolean | undefined;
  readonly includeDatabase?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ArchiveProgress) => void) | undefined;
}

export interface SnapshotOptions {
  readonly by: string;
  readonly contentDirectory: string;
  readonly includeMedia: boolean;
}

const backupLock = 'galley:backup';

/** Makes one backup at a time across all processes. */
export class BackupService {
  readonly #options: BackupServiceOptions;
  readonly #folder: BackupFolder;

  constructor(options: BackupServiceOptions) {
    this.#options = options;
    this.#folder = new BackupFolder(options.directory, options.logger);
  }

  /** Resolves when the backup is verified. @throws `backup_running`, `insufficient_storage`, `backup_failed` */
  async create(request: NewBackup): Promise<Backup> {
    const { name, by, includeMedia = true, includeDatabase = false, ...rest } = request;
    const { contentDirectory, tables } = this.#options;
    const backup = await this.#exclusively(async () => {
      await requireWritten(this.#options.db, 'The backup');
      const options = { ...rest, name, createdBy: by, contentDirectory, includeMedia };
      if (!includeDatabase) return this.#make(options);
      return tables.read((all) => this.#make({ ...options, tables: all }));
    });
    await this.prune();
    return backup;
  }

  /** Waits for a running backup. */
  async snapshot({ by, ...options }: SnapshotOptions): Promise<Backup> {
    return this.betweenBackups(this.#options.db, () =>
      this.#make({ ...options, name: beforeRestore, createdBy: by }),
    );
  }

  /**
   * A backup meanwhile would contain half of the old tree and half of the new one. `db` may be a single connection;
   * `work` gets the one it may use.
   */
  async betweenBackups<T>(db: Database, work: (connection: Database) => Promise<T>): Promise<T> {
    return withUnlimitedAdvisoryLock(db, backupLock, work);
  }

  list(): Promise<Backup[]> {
    return this.#folder.list();
  }

  /** @throws `not_found` */
  get(id: string): Promise<Backup> {
    return this.#folder.get(id);
  }

  path(id: string): string {
    return this.#folder.path(id);
  }

  /** @throws `not_found` */
  async archive(id: string): Promise<{ directory: string; etag: string }> {
    return { directory: this.#folder.directory, etag: await this.#folder.etag(id) };
  }

  /** @throws `not_found` */
  async delete(id: string): Promise<void> {
    const backup = await this.#folder.get(id);
    await this.#folder.remove(id);
    this.#options.logger.info('backup deleted', { backup: backup.id });
  }

  /** @throws `not_found`, `invalid_archive` */
  async verify(id: string): Promise<VerifiedArchive> {
    await this.#folder.get(id);
    return verifyArchive(this.#folder.path(id));
  }

  async prune(): Promise<number> {
    const { retention, clock, logger } = this.#options;
    const removed = outdated(await this.list(), retention, clock.now());
    for (const { id } of removed) {
      await this.#folder.remove(id);
      logger.info('backup deleted by retention', { backup: id });
    }
    return removed.length;
  }

  async #exclusively(work: () => Promise<Backup>): Promise<Backup> {
    const backup = await tryWithAdvisoryLock(this.#options.db, backupLock, async () => {
      await this.#folder.removeUnfinished();
      return work();
    });
    if (backup) return backup;
    throw backupProblems.backup_running('Another backup is running. Wait until it is done.');
  }

  async #make(options: Omit<ArchiveOptions, 'directory' | 'clock' | 'onLeftOut'>): Promise<Backup> {
    const { directory, clock, logger } = this.#options;
    requireOutside(directory, options.contentDirectory);
    // An unmounted folder would be backed up as empty, and retention would delete a full backup for it.
    await requireTree(this.#options.db);
    const began = performance.now();
    const archive = await createArchive({
      ...options,
      directory,
      clock,
      onLeftOut: (leftOut) => {
        for (const one of leftOut) logger.warn('files skipped in a backup', one);
      },
    });
    const backup = asBackup(archive);
    const duration_ms = Math.round(performance.now() - began);
    const { id, size, createdBy: by } = backup;
    const files = archive.manifest.files.length;
    logger.info('backup created', { backup: id, by, size, files, duration_ms });
    return backup;
  }
}

function asBackup({ fileName: id, size, manifest }: CreatedArchive): Backup {
  const { files: _files, ...summary } = manifest;
  return { id, ...summary, size };
}

/** Otherwise each backup would contain the earlier ones. */
function requireOutside(directory: string, contentDirectory: string): void {
  const way = relative(resolve(contentDirectory), resolve(directory));
  if (way === '..' || way.startsWith(`..${sep}`) || resolve(way) === way) return;
  throw backupProblems.backup_failed(
    'The backup folder (backup.directory) is inside the content folder. Choose a folder outside it, ideally on another disk.',
  );
}
