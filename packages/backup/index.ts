export type { ArchiveProgress } from './archive/create-archive.ts';
export { verifyArchive, type VerifyArchiveOptions } from './archive/verify-archive.ts';
export { BackupFolder } from './backup-folder.ts';
export { BackupService } from './backup-service.ts';
export type { Backup } from './backup.ts';
export { BackupsOnChange } from './backups-on-change.ts';
export { TableLinesReadModel } from './table-lines-read-model.ts';
export { backupProblems } from './problems.ts';
export { recoverRestores } from './restore/recover-restores.ts';
export { restorableBackups } from './restore/restorable-backups.ts';
export {
  RestoreService,
  type RestorableBackup,
  type RestorableBackups,
  type Restored,
  type RestoreOptions,
} from './restore/restore-service.ts';

export { readGitLog, unsignedAuthor, type Author, type LoggedSnapshot } from './git/git-log.ts';
export { GitSnapshots, type GitSnapshotsOptions, type Snapshot } from './git/git-snapshots.ts';
export type { GitRemote } from './git/push-branch.ts';
export { restoreDatabase, type RestoreDatabaseOptions } from './database/restore-database.ts';
