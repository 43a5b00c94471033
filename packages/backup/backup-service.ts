import { relative, resolve, sep } from 'node:path';
import {
  requireTree,
  withFreeAdvisoryLock,
  withPatientAdvisoryLock,
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
  /** Where archives are kept. */
  readonly directory: string;
  readonly retention: Retention;
  readonly tables: TableLinesReadModel;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface NewBackup {
  readonly name: string;
  /** Who makes it: a user name. */
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

/** Makes backups, and keeps as many as retention says. One is made at a time, whichever process makes it. */
export class BackupService {
  readonly #options: BackupServiceOptions;
  readonly #folder: BackupFolder;

  constructor(options: BackupServiceOptions) {
    this.#options = options;
    this.#folder = new BackupFolder(options.directory, options.logger);
  }

  /**
   * Resolves when the backup is written, read back and named. Rejects with `backup_running` while another one is made,
   * with `insufficient_storage` and `backup_failed`; then nothing is left of it.
   */
  async create(wanted: NewBackup): Promise<Backup> {
    const { name, by, includeMedia = true, includeDatabase = false, ...how } = wanted;
    const { contentDirectory, tables } = this.#options;
    const made = await this.#alone(async () => {
      await requireWritten(this.#options.db, 'The backup');
      const options = { ...how, name, createdBy: by, contentDirectory, includeMedia };
      if (!includeDatabase) return this.#make(options);
      return tables.read((all) => this.#make({ ...options, tables: all }));
    });
    await this.prune();
    return made;
  }

  /** A backup of a tree that is about to be replaced; waits for one that is being made. */
  async snapshot({ by, ...options }: SnapshotOptions): Promise<Backup> {
    return this.betweenBackups(this.#options.db, () =>
      this.#make({ ...options, name: beforeRestore, createdBy: by }),
    );
  }

  /**
   * Runs `work`, which makes no backup, while nobody makes one: a backup of half a tree would be none. `db` may be one
   * connection, of which `work` is given what it may use.
   */
  async betweenBackups<T>(db: Database, work: (connection: Database) => Promise<T>): Promise<T> {
    return withPatientAdvisoryLock(db, backupLock, work);
  }

  /** Newest first; what is in the folder and cannot be read as a backup is left out. */
  list(): Promise<Backup[]> {
    return this.#folder.list();
  }

  /** Throws `not_found`. */
  get(id: string): Promise<Backup> {
    return this.#folder.get(id);
  }

  /** Where the archive of a backup is on the disk. */
  path(id: string): string {
    return this.#folder.path(id);
  }

  /** Where to fetch the archive of a backup, and an entity tag of its bytes. Throws `not_found`. */
  async archive(id: string): Promise<{ directory: string; etag: string }> {
    return { directory: this.#folder.directory, etag: await this.#folder.etag(id) };
  }

  /** Throws `not_found`. */
  async delete(id: string): Promise<void> {
    const backup = await this.#folder.get(id);
    await this.#folder.remove(id);
    this.#options.logger.info('backup deleted', { backup: backup.id });
  }

  /** Reads all of it and compares it with its manifest. Throws `not_found`, and `invalid_archive` with what is wrong. */
  async verify(id: string): Promise<VerifiedArchive> {
    await this.#folder.get(id);
    return verifyArchive(this.#folder.path(id));
  }

  /** Removes what retention does not keep; resolves to how many there were. */
  async prune(): Promise<number> {
    const { retention, clock, logger } = this.#options;
    const removed = outdated(await this.list(), retention, clock.now());
    for (const { id } of removed) {
      await this.#folder.remove(id);
      logger.info('backup removed by retention', { backup: id });
    }
    return removed.length;
  }

  async #alone(work: () => Promise<Backup>): Promise<Backup> {
    const made = await withFreeAdvisoryLock(this.#options.db, backupLock, async () => {
      await this.#folder.removeUnfinished();
      return work();
    });
    if (made) return made;
    throw backupProblems.backup_running(
      'A backup is being made at this moment. Wait until it is done.',
    );
  }

  async #make(options: Omit<ArchiveOptions, 'directory' | 'clock' | 'onLeftOut'>): Promise<Backup> {
    const { directory, clock, logger } = this.#options;
    requireOutside(directory, options.contentDirectory);
    // An unmounted folder would make an empty backup, for which retention removes a full one.
    await requireTree(this.#options.db);
    const began = performance.now();
    const archive = await createArchive({
      ...options,
      directory,
      clock,
      onLeftOut: (leftOut) => {
        for (const one of leftOut) logger.warn('left out of the backup', one);
      },
    });
    const backup = asBackup(archive);
    const duration_ms = Math.round(performance.now() - began);
    const { id, size, createdBy: by } = backup;
    const files = archive.manifest.files.length;
    logger.info('backup made', { backup: id, by, size, files, duration_ms });
    return backup;
  }
}

function asBackup({ fileName: id, size, manifest }: CreatedArchive): Backup {
  const { files: _files, ...summary } = manifest;
  return { id, ...summary, size };
}

/** Each backup would hold those before it. */
function requireOutside(directory: string, contentDirectory: string): void {
  const way = relative(resolve(contentDirectory), resolve(directory));
  if (way === '..' || way.startsWith(`..${sep}`) || resolve(way) === way) return;
  throw backupProblems.backup_failed(
    'The backup folder (backup.directory) is in the content folder. Backups belong elsewhere, best on another disk.',
  );
}
