import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { dateTime, okResponse, text } from './shapes.ts';

export const backupInfo = z
  .object({
    id: z.string(),
    name: z.string(),
    created_by: z.string(),
    type: z.enum(['content', 'content+database', 'git']),
    size: z.int().meta({ description: 'Of the archive, in bytes.' }),
    created_at: dateTime,
    include_media: z.boolean().meta({ description: 'Whether media of the content are in it.' }),
  })
  .meta({ id: 'BackupInfo' });

const manage = { capability: 'operations.manage' } as const;
const id = () => text().min(1).max(200).meta({ description: 'Of a backup that `/backups` lists.' });

const changedSetting = z
  .object({ section: z.string(), name: z.string(), before: z.unknown(), after: z.unknown() })
  .meta({ id: 'ChangedSetting', description: 'A security setting that the restore changes.' });

export const backups = defineNoun('backups', {
  list: {
    get: '/backups',
    access: manage,
    summary: 'The backups that are kept, the newest first',
    answer: z.array(backupInfo),
    problems: [],
    example: {},
  },

  create: {
    post: '/backups/create',
    access: manage,
    audited: { action: 'backup.create' },
    summary:
      'Make a backup of the content; answers when it is written, and read back without a fault',
    body: z.strictObject({
      name: text().trim().min(1).max(200).meta({ description: 'The file is called after it.' }),
      include_media: z.boolean().optional().meta({ description: 'True when it is left out.' }),
      include_database: z.boolean().optional().meta({
        description:
          'Also what people wrote, decided and did, from the database; nothing that anybody signs in with.',
      }),
    }),
    answer: backupInfo,
    problems: ['backup_running', 'backup_failed', 'insufficient_storage'],
    example: { body: { name: 'Press', include_media: false } },
  },

  download: {
    get: '/backups/download',
    access: manage,
    recentlyConfirmed: {},
    summary: 'The archive of a backup, or ranges of it',
    query: z.strictObject({ id: id() }),
    answer: z.object({}).meta({ override: { type: 'string', format: 'binary' } }),
    streams: ['application/zip'],
    problems: ['not_found', 'reauthentication_required'],
    example: { query: { id: 'none.zip' }, refused: [404, 'not_found'] },
  },

  delete: {
    post: '/backups/delete',
    access: manage,
    recentlyConfirmed: {},
    audited: { action: 'backup.delete', target: 'id' },
    summary: 'Delete a backup for good',
    body: z.strictObject({ id: id() }),
    answer: okResponse,
    problems: ['not_found', 'reauthentication_required'],
    example: { body: { id: 'none.zip' }, refused: [404, 'not_found'] },
  },

  restore: {
    post: '/backups/restore',
    access: manage,
    recentlyConfirmed: {},
    audited: { action: 'backup.restore', target: 'id' },
    summary:
      'Put the content of a backup in the place of the content that there is, of which a backup is made before',
    body: z.strictObject({
      id: id(),
      confirm_security_changes: z.boolean().optional().meta({
        description:
          'Restore also where the backup has other security settings; without it, such a restore is refused and lists them.',
      }),
    }),
    answer: okResponse.extend({
      restored: backupInfo,
      snapshot: backupInfo.meta({ description: 'Of the content as it was before.' }),
      documents: z.int().meta({ description: 'In the content now.' }),
      changed_settings: z.array(changedSetting),
    }),
    problems: [
      'not_found',
      'invalid_archive',
      'insufficient_storage',
      'backup_failed',
      'restore_running',
      'restore_failed',
      'tree_fixed',
      'security_settings_change',
      'reauthentication_required',
    ],
    example: { body: { id: 'none.zip' }, refused: [404, 'not_found'] },
  },

  verify: {
    post: '/backups/verify',
    access: manage,
    summary: 'Read all of a backup and compare it with its manifest',
    body: z.strictObject({ id: id() }),
    answer: okResponse.extend({
      files: z.int().meta({ description: 'That were compared.' }),
      size: z.int().meta({ description: 'Of the archive, in bytes.' }),
    }),
    problems: ['not_found', 'invalid_archive'],
    example: { body: { id: 'none.zip' }, refused: [404, 'not_found'] },
  },
});
