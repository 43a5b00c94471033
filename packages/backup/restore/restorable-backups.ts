import type { BackupService } from '../backup-service.ts';
import type { Backup } from '../backup.ts';
import type { RestorableBackup, RestorableBackups } from './restore-service.ts';

/** The backups of a project, for restoring them. */
export function restorableBackups(backups: BackupService): RestorableBackups<Backup> {
  const asRestorable = (info: Backup): RestorableBackup<Backup> => ({
    id: info.id,
    path: backups.path(info.id),
    info,
  });
  return {
    find: async (id) => asRestorable(await backups.get(id)),
    snapshot: async (options) => asRestorable(await backups.snapshot(options)),
    remove: (id) => backups.delete(id),
    betweenBackups: (db, work) => backups.betweenBackups(db, work),
  };
}
