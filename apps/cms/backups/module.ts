import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { backupsHandlers, type BackupServices } from './backups.ts';
import { gitBackupsHandlers, type GitBackupServices } from './git-backups.ts';

export function backupsModule(
  services: BackupServices & GitBackupServices,
): Module<typeof contract.backups> {
  return { ...backupsHandlers(services), ...gitBackupsHandlers(services) };
}
