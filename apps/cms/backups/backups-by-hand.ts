import { userInfo } from 'node:os';
import { AuditRepository } from '@galley/auth';
import {
  BackupFolder,
  verifyArchive,
  withPlainArchive,
  type ArchiveProgress,
  type BackupUploads,
  type ReadIdentity,
  type VerifyArchiveOptions,
} from '@galley/backup';
import { DomainError, systemActor, systemClock } from '@galley/kernel';
import { ShutdownStack, connectDatabase, requireProject, requireSameTree } from '@galley/service';
import { loadConfig } from '@galley/settings';
import type { ProjectOptions } from '../people/administer-users.ts';
import { openBackups, openUploads } from './compose.ts';
import { presentBackup } from './present-backup.ts';

export type ListedBackup = ReturnType<typeof presentBackup>;

export interface CreatedBackup extends ListedBackup {
  /** Absent without `backup.s3`. */
  readonly uploaded?: boolean;
  readonly upload_problem?: string | null;
}

export interface BackupRequest {
  readonly name: string;
  readonly includeMedia: boolean;
  readonly includeDatabase: boolean;
  readonly onProgress?: ((progress: ArchiveProgress) => void) | undefined;
}

/**
 * The audit entry names the operating system account. A failed upload is part of the result, because the backup exists.
 * @throws the errors of `BackupService.create`
 */
export async function createBackup(
  options: ProjectOptions,
  wanted: BackupRequest,
): Promise<CreatedBackup> {
  const { logger } = options;
  const config = await configOf(options);
  const cleanUp = new ShutdownStack(logger);
  try {
    const atEnd = cleanUp.add.bind(cleanUp);
    const { db, address: databaseAddress } = await connectDatabase({ config, logger, atEnd });
    const { contentDirectory } = config.storage;
    await requireSameTree({ db, contentDirectory }, { needsTree: true });
    const clock = systemClock;
    const environment = { config, db, databaseAddress, clock, logger };
    const backups = openBackups(environment);
    const backup = await backups.create({ ...wanted, by: systemActor.username });
    await new AuditRepository({ db, clock }).record({
      action: 'backup.create',
      actor: systemActor.username,
      target: backup.id,
      outcome: 'success',
      address: '',
      requestId: '',
      details: { type: backup.type, by: 'command line', system_user: userInfo().username },
    });
    const upload = await uploadOne(openUploads(environment, backups), backup.id);
    return { ...presentBackup(backup), ...upload };
  } finally {
    await cleanUp.run();
  }
}

async function uploadOne(
  uploads: BackupUploads | undefined,
  id: string,
): Promise<Pick<CreatedBackup, 'uploaded' | 'upload_problem'>> {
  if (!uploads) return {};
  try {
    const uploaded = (await uploads.uploadMissing()).includes(id);
    return { uploaded, upload_problem: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { uploaded: false, upload_problem: error.message };
  } finally {
    uploads.close();
  }
}

export async function listBackups(options: ProjectOptions): Promise<ListedBackup[]> {
  const { backup } = await configOf(options);
  return (await new BackupFolder(backup.directory, options.logger).list()).map(presentBackup);
}

export interface VerifiedBackup {
  readonly name: string;
  readonly created_by: string;
  readonly created_at: string;
  readonly type: string;
  readonly files: number;
  readonly size: number;
}

/** @throws `not_found`, `invalid_archive`, `identity_required`, `invalid_identity` */
export async function verifyBackup(
  file: string,
  { readIdentity, ...options }: VerifyArchiveOptions & { readonly readIdentity: ReadIdentity },
): Promise<VerifiedBackup> {
  const unlocking = { readIdentity, signal: options.signal };
  const { manifest, size } = await withPlainArchive(file, unlocking, (zip) =>
    verifyArchive(zip, options),
  );
  return {
    name: manifest.name,
    created_by: manifest.createdBy,
    created_at: manifest.createdAt.toISOString(),
    type: manifest.type,
    files: manifest.files.length,
    size,
  };
}

function configOf(options: ProjectOptions) {
  requireProject(options.projectDirectory);
  return loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
}
