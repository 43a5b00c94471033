import { userInfo } from 'node:os';
import { AuditRepository } from '@galley/auth';
import {
  BackupFolder,
  verifyArchive,
  type ArchiveProgress,
  type VerifyArchiveOptions,
} from '@galley/backup';
import { systemActor, systemClock } from '@galley/kernel';
import { ShutdownStack, connectDatabase, requireProject, requireSameTree } from '@galley/service';
import { loadConfig } from '@galley/settings';
import type { ProjectOptions } from '../people/administer-users.ts';
import { openBackups } from './compose.ts';
import { presentBackup } from './present-backup.ts';

export type CreatedBackup = ReturnType<typeof presentBackup>;

export interface BackupRequest {
  readonly name: string;
  readonly includeMedia: boolean;
  readonly includeDatabase: boolean;
  readonly onProgress?: ((progress: ArchiveProgress) => void) | undefined;
}

/**
 * The audit entry names the operating system account.
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
    const backups = openBackups({ config, db, databaseAddress, clock, logger });
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
    return presentBackup(backup);
  } finally {
    await cleanUp.run();
  }
}

export async function listBackups(options: ProjectOptions): Promise<CreatedBackup[]> {
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

/** @throws `not_found`, `invalid_archive` */
export async function verifyBackup(
  file: string,
  options: VerifyArchiveOptions,
): Promise<VerifiedBackup> {
  const { manifest, size } = await verifyArchive(file, options);
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
