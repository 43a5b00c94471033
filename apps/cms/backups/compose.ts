import { join } from 'node:path';
import {
  BackupsOnChange,
  BackupService,
  BackupUploads,
  S3Store,
  ScheduledBackups,
  TableLinesReadModel,
} from '@galley/backup';
import { nextFiring } from '@galley/settings';
import type { Ticker } from '@galley/kernel';
import type { ComposedDocuments } from '../documents/compose.ts';
import type { Environment } from '../environment.ts';
import { backupMetrics } from './backup-metrics.ts';
import { composeRestores, type RestoreParts } from './compose-restores.ts';

export type BackupEnvironment = Pick<
  Environment,
  'config' | 'db' | 'databaseAddress' | 'clock' | 'logger'
>;

export interface BackupParts extends Omit<RestoreParts, 'backups'> {
  readonly documents: RestoreParts['documents'] & Pick<ComposedDocuments, 'onFilesChange'>;
}

export function composeBackups(environment: Environment, parts: BackupParts) {
  const { config, db, clock, logger } = environment;
  const { onChange: isEnabled, debounce: debounceMs, interval: intervalMs } = config.backup;
  const backups = openBackups(environment);
  const uploads = openUploads(environment, backups);
  const whenChanged = new BackupsOnChange({
    db,
    backups,
    isEnabled,
    debounceMs,
    intervalMs,
    clock,
    logger,
  });
  parts.documents.onFilesChange(() => whenChanged.changed());
  const restoring = composeRestores(environment, { ...parts, backups });
  return {
    backups,
    ...restoring,
    jobs: [
      whenChanged.loop,
      ...scheduledBackups(environment, backups),
      ...(uploads ? [uploads.loop] : []),
    ],
    cleanupTasks: {
      'old backups': () => backups.prune(),
      'unfinished backups': () => backups.removeUnfinished(),
      'restore leftovers': () => restoring.restores.cleanUp(),
    },
    metrics: [backupMetrics({ backups, uploads })],
  };
}

function scheduledBackups(
  { config, db, clock, logger }: BackupEnvironment,
  backups: BackupService,
): Ticker[] {
  const { cron, timeZone, media: includeMedia, database: includeDatabase } = config.backup.schedule;
  if (cron === undefined) return [];
  const nextTime = (after: Date) => nextFiring({ cron, timeZone }, after);
  const options = { db, backups, nextTime, includeMedia, includeDatabase, clock, logger };
  return [new ScheduledBackups(options).loop];
}

export function openBackups({
  config,
  db,
  databaseAddress,
  clock,
  logger,
}: BackupEnvironment): BackupService {
  const { directory, retention, encryption } = config.backup;
  const { contentDirectory, dataDirectory } = config.storage;
  const tables = new TableLinesReadModel(databaseAddress);
  return new BackupService({
    db,
    contentDirectory,
    directory,
    retention,
    encryption: { ...encryption, workDirectory: backupWorkDirectory(dataDirectory) },
    tables,
    clock,
    logger,
  });
}

/** Holds archives before they are encrypted, and after they are decrypted. */
export function backupWorkDirectory(dataDirectory: string): string {
  return join(dataDirectory, 'backup-work');
}

/** `undefined` without `backup.s3`. */
export function openUploads(
  { config, db, clock, logger }: BackupEnvironment,
  backups: BackupService,
): BackupUploads | undefined {
  const { s3, retention, encryption } = config.backup;
  if (!s3) return undefined;
  const { keep = retention.keep, age = retention.age, ...store } = s3;
  return new BackupUploads({
    db,
    backups,
    store: new S3Store(store),
    retention: { keep, age },
    isEncryptionRequired: encryption.recipients.length > 0,
    clock,
    logger,
  });
}
