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
import { BackupFolder, listParts } from './backup-folder.ts';
import { beforeRestore, type Backup } from './backup.ts';
import { isEncrypted } from './encryption/age-stream.ts';
import type { ArchiveEncryption } from './encryption/encrypt-archive.ts';
import type { ReadIdentity } from './encryption/identity.ts';
import { listDecrypted, withPlainArchive } from './encryption/with-plain-archive.ts';
import { removeFiles } from './files-in.ts';
import { backupProblems } from './problems.ts';
import { outdated, type Retention } from './retention.ts';
import { requireWritten } from './require-written.ts';
import type { TableLinesReadModel } from './table-lines-read-model.ts';

export interface BackupServiceOptions {
  readonly db: Database;
  readonly contentDirectory: string;
  readonly directory: string;
  readonly retention: Retention;
  /** Without recipients, backups are plain ZIP files (ADD-BAK-3). */
  readonly encryption: ArchiveEncryption;
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
  /** Gets the path of the complete ZIP before it is encrypted. */
  readonly check?: (zip: string) => Promise<void>;
}

const backupLock = 'galley:backup';
const decryptionLock = 'galley:backup-decryption';

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

  /** As `withPlainArchive`; one at a time across all processes, so that copies of killed ones can be removed. */
  async unlocked<T>(
    id: string,
    readIdentity: ReadIdentity | undefined,
    work: (zip: string) => Promise<T>,
  ): Promise<T> {
    await this.#folder.get(id);
    const path = this.#folder.path(id);
    const { encryption, db } = this.#options;
    const unlocking = { readIdentity, directory: encryption.workDirectory };
    if (!(await isEncrypted(path))) return work(path);
    const done = await tryWithAdvisoryLock(db, decryptionLock, async () => ({
      result: await withPlainArchive(path, unlocking, work),
    }));
    if (done) return done.result;
    throw backupProblems.backup_running(
      'Another encrypted backup is being read. Wait until it is done.',
    );
  }

  /** @throws `not_found`, `invalid_archive`, for an encrypted backup `identity_required`, `invalid_identity` */
  verify(id: string, readIdentity?: ReadIdentity): Promise<VerifiedArchive> {
    return this.unlocked(id, readIdentity, (zip) => verifyArchive(zip));
  }

  /** Files of killed processes, except those of work in progress; returns their number. */
  async removeUnfinished(): Promise<number> {
    const { db, directory, encryption } = this.#options;
    const { workDirectory } = encryption;
    const parts = [...(await listParts(directory)), ...(await listParts(workDirectory))];
    const decrypted = await listDecrypted(workDirectory);
    // A lock that is held without need would make a backup fail that begins now.
    const removed = [
      parts.length > 0 && (await tryWithAdvisoryLock(db, backupLock, () => removeFiles(parts))),
      decrypted.length > 0 &&
        (await tryWithAdvisoryLock(db, decryptionLock, () => removeFiles(decrypted))),
    ];
    return removed.reduce<number>((sum, count) => sum + Number(count ?? 0), 0);
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
      await this.#removeParts();
      return work();
    });
    if (backup) return backup;
    throw backupProblems.backup_running('Another backup is running. Wait until it is done.');
  }

  async #removeParts(): Promise<void> {
    const { directory, encryption } = this.#options;
    for (const folder of [directory, encryption.workDirectory])
      await removeFiles(await listParts(folder));
  }

  async #make(options: Omit<ArchiveOptions, 'directory' | 'clock' | 'onLeftOut'>): Promise<Backup> {
    const { directory, encryption, clock, logger } = this.#options;
    requireOutside(directory, options.contentDirectory);
    // An unmounted folder would be backed up as empty, and retention would delete a full backup for it.
    await requireTree(this.#options.db);
    const began = performance.now();
    const archive = await createArchive({
      ...options,
      directory,
      encryption: encryption.recipients.length > 0 ? encryption : undefined,
      clock,
      onLeftOut: (leftOut) => {
        for (const one of leftOut) logger.warn('files skipped in a backup', one);
      },
    });
    const backup = asBackup(archive, encryption.recipients.length > 0);
    const duration_ms = Math.round(performance.now() - began);
    const { id, size, createdBy: by } = backup;
    const files = archive.manifest.files.length;
    logger.info('backup created', { backup: id, by, size, files, duration_ms });
    return backup;
  }
}

function asBackup({ fileName: id, size, manifest }: CreatedArchive, isEncrypted: boolean): Backup {
  const { files: _files, ...summary } = manifest;
  return { id, ...summary, size, isEncrypted };
}

/** Otherwise each backup would contain the earlier ones. */
function requireOutside(directory: string, contentDirectory: string): void {
  const way = relative(resolve(contentDirectory), resolve(directory));
  if (way === '..' || way.startsWith(`..${sep}`) || resolve(way) === way) return;
  throw backupProblems.backup_failed(
    'The backup folder (backup.directory) is inside the content folder. Choose a folder outside it, ideally on another disk.',
  );
}
