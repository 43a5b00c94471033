import type { ArchiveType } from './archive/manifest.ts';

/** An archive in the backup folder. */
export interface Backup {
  /** File name of the archive. */
  readonly id: string;
  /** Given by the person who made it. */
  readonly name: string;
  readonly createdAt: Date;
  /** A user name; `galley` for automatic backups. */
  readonly createdBy: string;
  readonly type: ArchiveType;
  /** Whether the archive has the media. */
  readonly includeMedia: boolean;
  /** Size of the archive in bytes. */
  readonly size: number;
}

/** Name of backups made before a restore. */
export const beforeRestore = 'before-restore';
/** Name of backups made after a change. */
export const onChange = 'on-change';
