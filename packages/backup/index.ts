export {
  createArchive,
  type ArchiveOptions,
  type ArchiveProgress,
  type CreatedArchive,
  type TableLines,
} from './archive/create-archive.ts';
export {
  contentFolder,
  databaseFolder,
  manifestEntry,
  parseManifest,
  writeManifest,
  type ArchivedFile,
  type ArchiveManifest,
  type ArchiveType,
} from './archive/manifest.ts';
export {
  readArchiveInfo,
  readManifest,
  verifyArchive,
  type VerifiedArchive,
  type VerifyArchiveOptions,
} from './archive/verify-archive.ts';
export { BackupFolder } from './backup-folder.ts';
export { BackupService, type BackupServiceOptions, type NewBackup } from './backup-service.ts';
export type { Backup } from './backup.ts';
export { BackupsOnChange, type BackupsOnChangeOptions } from './backups-on-change.ts';
export { TableLinesReadModel } from './table-lines-read-model.ts';
export { backupProblems } from './problems.ts';
export { recoverRestores } from './restore/recover-restores.ts';
export { RestoreService, type Restored, type RestoreOptions } from './restore/restore-service.ts';

export { readGitLog, unsignedAuthor, type Author, type LoggedSnapshot } from './git/git-log.ts';
export { GitSnapshots, type GitSnapshotsOptions, type Snapshot } from './git/git-snapshots.ts';
export type { GitRemote } from './git/push-branch.ts';
export type { LeftOut } from './git/work-tree.ts';
export {
  restoreDatabase,
  type RestoredDatabase,
  type RestoreDatabaseOptions,
} from './database/restore-database.ts';
