import type { ArchiveType } from './archive/manifest.ts';

/** An archive in the backup folder. */
export interface Backup {
  /** File name of the archive. */
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  /** A user name; `galley` for automatic backups. */
  readonly createdBy: string;
  readonly type: ArchiveType;
  readonly includeMedia: boolean;
  readonly size: number;
}

/** Name of backups made before a restore. */
export const beforeRestore = 'before-restore';
/** Name of backups made after a change. */
export const onChange = 'on-change';
