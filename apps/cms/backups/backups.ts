import type { BackupService, ReadIdentity, RestoreService } from '@galley/backup';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { presentBackup } from './present-backup.ts';

export interface BackupServices {
  readonly backups: BackupService;
  readonly restores: RestoreService;
}

export function backupsHandlers({
  backups,
  restores,
}: BackupServices): Pick<
  Module<typeof contract.backups>,
  'list' | 'create' | 'download' | 'delete' | 'restore' | 'verify'
> {
  return {
    list: async () => (await backups.list()).map(presentBackup),

    create: async ({ actor, body, note }) => {
      const { name, include_media: includeMedia, include_database: includeDatabase } = body;
      const by = actor.username;
      const backup = await backups.create({ name, by, includeMedia, includeDatabase });
      note({ target: backup.id, details: { type: backup.type } });
      return presentBackup(backup);
    },

    download: async ({ query: { id }, note }) => {
      const { directory, etag } = await backups.archive(id);
      // Recorded, since a download reveals the whole content.
      note({ action: 'backup.download', target: id });
      const contentType = id.endsWith('.age') ? 'application/octet-stream' : 'application/zip';
      return { contentType, directory, name: id, etag, filename: id };
    },

    delete: async ({ body }) => {
      await backups.delete(body.id);
      return { ok: true };
    },

    restore: async ({ actor, body, note }) => {
      const { id, identity, confirm_security_changes: confirmSecurityChanges } = body;
      const { restored, snapshot, documents, changedSettings } = await restores.restore(actor, {
        id,
        confirmSecurityChanges,
        readIdentity: readGiven(identity),
      });
      const changed_settings = changedSettings.map((one) => ({ ...one }));
      note({ details: { snapshot: snapshot.id, documents, changed_settings } });
      return {
        ok: true,
        restored: presentBackup(restored),
        snapshot: presentBackup(snapshot),
        documents,
        changed_settings,
      };
    },

    verify: async ({ body }) => {
      const { manifest, size } = await backups.verify(body.id, readGiven(body.identity));
      return { ok: true, files: manifest.files.length, size };
    },
  };
}

function readGiven(identity: string | undefined): ReadIdentity | undefined {
  return identity === undefined ? undefined : () => Promise.resolve(identity);
}
