import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { backupProblems, S3Store, type StoredBackup } from '@galley/backup';
import { requireProject } from '@galley/service';
import { loadConfig, type Config } from '@galley/settings';
import type { ProjectOptions } from '../people/administer-users.ts';

export type PresentedStored = ReturnType<typeof present>;

/** Newest first. @throws `backup_failed` without `backup.s3`, and if the service refuses */
export function listStoredBackups(options: ProjectOptions): Promise<PresentedStored[]> {
  return withStore(options, async (store) => (await store.list()).map(present));
}

/**
 * Downloads a backup into the backup folder; returns its path. The file appears under its name when it is complete.
 * @throws `not_found`, `backup_failed`, `invalid_archive`
 */
export function fetchStoredBackup(
  options: ProjectOptions,
  id: string,
  signal: AbortSignal,
): Promise<string> {
  return withStore(options, async (store, { directory }) => {
    if (!(await store.list()).some((one) => one.id === id))
      throw backupProblems.not_found(
        `The bucket has no backup ${JSON.stringify(id)}. galley backup list --s3 lists those that it has.`,
      );
    const path = join(directory, id);
    if (existsSync(path))
      throw backupProblems.backup_failed(
        `${path} exists already. Move it away to download it again.`,
      );
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await store.download(id, path, signal);
    return path;
  });
}

async function withStore<T>(
  options: ProjectOptions,
  work: (store: S3Store, config: Config['backup']) => Promise<T>,
): Promise<T> {
  requireProject(options.projectDirectory);
  const { backup } = await loadConfig({
    ...options,
    overlays: [...options.overlays],
    overrides: {},
  });
  if (!backup.s3)
    throw backupProblems.backup_failed(
      'No S3 bucket is configured. Set backup.s3.endpoint, bucket, access_key_id and secret_access_key.',
    );
  const store = new S3Store(backup.s3);
  try {
    return await work(store, backup);
  } finally {
    store.close();
  }
}

function present({ createdAt, isEncrypted, ...backup }: StoredBackup) {
  return { ...backup, created_at: createdAt.toISOString(), encrypted: isEncrypted };
}
