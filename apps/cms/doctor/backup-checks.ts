import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { BackupFolder, readUploadState, type Backup } from '@galley/backup';
import type { Database } from '@galley/database';
import type { Clock, Logger } from '@galley/kernel';
import type { Config } from '@galley/settings';
import { counted, listed, notice, ok, warning, type Check } from './check.ts';

export interface BackupParts {
  readonly config: Pick<Config, 'backup' | 'storage'>;
  readonly clock: Clock;
}

export async function backupChecks({ config, clock }: BackupParts): Promise<Check[]> {
  const { directory } = config.backup;
  const broken: string[] = [];
  const backups = await new BackupFolder(directory, listBroken(broken)).list();
  return [
    newestCheck(backups, config.backup, clock.now()),
    brokenCheck(directory, broken),
    encryptionCheck(config.backup),
    ...(existsSync(directory) ? [await diskCheck(config)] : []),
  ];
}

/** Collects the names of broken backups, which the folder reports as warnings in the log. */
function listBroken(names: string[]): Logger {
  const nothing = (): void => undefined;
  const warn: Logger['warn'] = (_message, { file } = {}) => void names.push(String(file));
  return { debug: nothing, info: nothing, warn, error: nothing };
}

const dayMilliseconds = 24 * 60 * 60 * 1_000;
const oldestDays = 7;

export function newestCheck(
  backups: readonly Pick<Backup, 'id' | 'createdAt'>[],
  { directory, onChange, schedule }: Pick<Config['backup'], 'directory' | 'onChange' | 'schedule'>,
  now: Date,
): Check {
  const name = 'backups';
  const [newest] = backups;
  const why = 'Data lost to a disk failure or a mistake cannot be recovered.';
  const advice = `${schedule.cron === undefined ? 'Set backup.schedule.cron, or run galley backup create every day' : 'Check that a server runs at the times of backup.schedule, and look for errors of the scheduled backups in its log'}${onChange ? '; the server also creates one when the content changes' : ''}. Copy each backup to another machine.`;
  if (!newest)
    return warning(name, { message: 'No backups found.', where: directory, why, advice });
  const days = Math.floor((now.getTime() - newest.createdAt.getTime()) / dayMilliseconds);
  const message = `The newest of ${counted(backups.length, 'backup')}, ${newest.id}, is ${counted(days, 'day')} old.`;
  if (days < oldestDays) return ok(name, message);
  return warning(name, { message, where: directory, why, advice });
}

function brokenCheck(directory: string, broken: readonly string[]): Check {
  const name = 'broken_backups';
  if (broken.length === 0) return ok(name, 'All backup archives are readable.');
  return warning(name, {
    message: `${listed(broken)} cannot be read as ${broken.length === 1 ? 'a backup' : 'backups'}.`,
    where: directory,
    why: 'A broken archive cannot be restored, and the list of backups omits it.',
    advice:
      'Run galley backup verify <file> for the cause. Replace the archive with an intact copy, or delete it.',
  });
}

function encryptionCheck({ encryption, s3 }: Config['backup']): Check {
  const name = 'backup_encryption';
  if (encryption.recipients.length > 0)
    return ok(
      name,
      `New backups are encrypted for ${counted(encryption.recipients.length, 'key')}.`,
    );
  if (!s3) return ok(name, 'Backups are not encrypted, and stay in the backup folder.');
  return warning(name, {
    message: 'Backups are uploaded without encryption.',
    where: 'backup.encryption.recipients',
    why: 'Everybody with access to the bucket can read all drafts, and with the database also names, e-mail addresses and the audit log.',
    advice:
      'Run galley backup keygen backup-key.txt, add the public key to backup.encryption.recipients, and store the file outside this machine.',
  });
}

/** `undefined` without `backup.s3`. */
export async function uploadCheck(
  { s3 }: Pick<Config['backup'], 's3'>,
  db: Database,
): Promise<Check | undefined> {
  if (!s3) return undefined;
  const name = 'backup_uploads';
  const { newest_at, failed_at, error } = await readUploadState(db);
  const about = {
    where: `${s3.bucket} at ${new URL(s3.endpoint).host}`,
    why: 'Backups on this machine alone are lost together with it.',
  };
  if (failed_at !== null)
    return warning(name, {
      ...about,
      message: `The last upload of backups failed, at ${failed_at}: ${error ?? ''}`,
      advice:
        'Correct backup.s3. A running server repeats the upload within an hour, galley backup create at once.',
    });
  if (newest_at !== null)
    return ok(name, `The newest backup in the bucket was created at ${newest_at}.`);
  return warning(name, {
    ...about,
    message: 'No backup has been uploaded yet.',
    advice: 'Run galley backup create.',
  });
}

async function diskCheck({ backup, storage }: BackupParts['config']): Promise<Check> {
  const name = 'backup_disk';
  const here = await deviceOf(backup.directory);
  if (here !== (await deviceOf(storage.contentDirectory)))
    return ok(name, 'Backups and content are on different disks.');
  if (backup.s3) return ok(name, 'Backups are on the disk of the content, and copied to S3.');
  return notice(name, {
    message: 'Backups are on the same disk as the content.',
    where: backup.directory,
    why: 'A disk failure destroys both. Galley backups never include data/, themes/ and plugins/.',
    advice: 'Copy backups to another machine, or set backup.directory to a folder on another disk.',
  });
}

async function deviceOf(folder: string): Promise<number | undefined> {
  return existsSync(folder) ? (await stat(folder)).dev : undefined;
}
