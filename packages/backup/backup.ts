import type { ArchiveType } from './archive/manifest.ts';

/** A backup that is kept. */
export interface Backup {
  /** The name of its file. */
  readonly id: string;
  /** As whoever made it called it. */
  readonly name: string;
  readonly createdAt: Date;
  /** A user name; `galley` for Galley itself. */
  readonly createdBy: string;
  readonly type: ArchiveType;
  /** Whether media of the tree are in it. */
  readonly includeMedia: boolean;
  /** Of the archive, in bytes. */
  readonly size: number;
}

/** What a backup that is made before a restore is called. */
export const beforeRestore = 'before-restore';
/** What a backup that is made because something has changed is called. */
export const onChange = 'on-change';
