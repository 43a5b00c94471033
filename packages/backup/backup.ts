import type { ArchiveType } from './archive/manifest.ts';

export interface Backup {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  /** `galley` for automatic backups. */
  readonly createdBy: string;
  readonly type: ArchiveType;
  readonly includeMedia: boolean;
  readonly size: number;
  readonly isEncrypted: boolean;
}

export const beforeRestore = 'before-restore';
export const onChange = 'on-change';
export const scheduled = 'scheduled';
