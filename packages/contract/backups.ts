import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { dateTime, okResponse, text } from './shapes.ts';

export const backupInfo = z
  .object({
    id: z.string(),
    name: z.string(),
    created_by: z.string(),
    type: z.enum(['content', 'content+database', 'git']),
    size: z.int().meta({ description: 'Size of the archive in bytes.' }),
    created_at: dateTime,
    include_media: z.boolean().meta({ description: 'Whether the backup includes media files.' }),
    encrypted: z.boolean().meta({
      description: 'Whether the archive is encrypted with age. Reading it requires a private key.',
    }),
  })
  .meta({ id: 'BackupInfo' });

const manage = { capability: 'operations.manage' } as const;
const id = () =>
  text().min(1).max(200).meta({ description: 'Id of a backup, as listed by `/backups`.' });

/** As long as the file of a hundred keys. */
const maxIdentityLength = 10_000;
const identity = () =>
  text().min(1).max(maxIdentityLength).optional().meta({
    description:
      'Private key for an encrypted backup: a line that begins with `AGE-SECRET-KEY-1`, or the whole file with it. Used for this request only; never stored or logged.',
  });

const changedSetting = z
  .object({ section: z.string(), name: z.string(), before: z.unknown(), after: z.unknown() })
  .meta({ id: 'ChangedSetting', description: 'A security setting that the restore changes.' });

export const backups = defineNoun('backups', {
  list: {
    get: '/backups',
    access: manage,
    summary: 'Available backups, newest first',
    answer: z.array(backupInfo),
    problems: [],
    example: {},
  },

  create: {
    post: '/backups/create',
    access: manage,
    audited: { action: 'backup.create' },
    summary:
      'Create a backup of the content; the response follows once the archive is written and verified',
    body: z.strictObject({
      name: text()
        .trim()
        .min(1)
        .max(200)
        .meta({ description: 'Name of the backup; the file name is derived from it.' }),
      include_media: z
        .boolean()
        .optional()
        .meta({ description: 'Include media files; default true.' }),
      include_database: z.boolean().optional().meta({
        description:
          'Include database records of what people wrote, decided and did. Passwords, tokens and other credentials are never included.',
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
    summary: 'Download the archive of a backup; supports ranges',
    query: z.strictObject({ id: id() }),
    answer: z.object({}).meta({ override: { type: 'string', format: 'binary' } }),
    streams: ['application/zip', 'application/octet-stream'],
    problems: ['not_found', 'reauthentication_required'],
    example: { query: { id: 'none.zip' }, refused: [404, 'not_found'] },
  },

  delete: {
    post: '/backups/delete',
    access: manage,
    recentlyConfirmed: {},
    audited: { action: 'backup.delete', target: 'id' },
    summary: 'Delete a backup permanently',
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
      'Replace the current content with the content of a backup; the current content is backed up first',
    body: z.strictObject({
      id: id(),
      identity: identity(),
      confirm_security_changes: z.boolean().optional().meta({
        description:
          'Restore even if the backup contains different security settings. Without it, such a restore is refused and the response lists the differences.',
      }),
    }),
    answer: okResponse.extend({
      restored: backupInfo,
      snapshot: backupInfo.meta({ description: 'Backup of the content before the restore.' }),
      documents: z.int().meta({ description: 'Number of documents after the restore.' }),
      changed_settings: z.array(changedSetting),
    }),
    problems: [
      'not_found',
      'invalid_archive',
      'identity_required',
      'invalid_identity',
      'insufficient_storage',
      'backup_failed',
      'backup_running',
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
    summary: 'Read a whole backup and compare it with its manifest',
    body: z.strictObject({ id: id(), identity: identity() }),
    answer: okResponse.extend({
      files: z.int().meta({ description: 'Number of verified files.' }),
      size: z.int().meta({ description: 'Size of the archive in bytes.' }),
    }),
    problems: [
      'not_found',
      'invalid_archive',
      'identity_required',
      'invalid_identity',
      'insufficient_storage',
      'backup_running',
    ],
    example: { body: { id: 'none.zip' }, refused: [404, 'not_found'] },
  },
});
