import {
  isProblem,
  type BackupInfo,
  type BackupsCreateInput,
  type BackupsRestoreAnswer,
  type ChangedSetting,
} from '@galley/sdk';
import { queryClient } from '../../app/query-client.ts';
import { basePath } from '../../lib/base-path.ts';
import { galley } from '../../lib/galley.ts';
import { createStore } from '../../lib/store.ts';
import { currentMessages } from '../../lib/messages.ts';
import { toast } from '../../ui/index.ts';
import { operationsMessages } from './messages.ts';

/** Kept while the user visits other pages. */
export type RestoreProgress =
  | { readonly state: 'under way'; readonly backup: BackupInfo }
  | { readonly state: 'done'; readonly answer: BackupsRestoreAnswer }
  | { readonly state: 'failed'; readonly backup: BackupInfo; readonly error: unknown };

export const isBackupRunning = createStore(false);
export const restoreProgress = createStore<RestoreProgress | null>(null);

export async function makeBackup(input: BackupsCreateInput): Promise<void> {
  isBackupRunning.set(true);
  try {
    const { id } = await galley.backups.create(input);
    toast({ text: currentMessages(operationsMessages).madeBackup({ name: id }) });
  } finally {
    isBackupRunning.set(false);
    await queryClient.invalidateQueries({ queryKey: ['backups'] });
  }
}

interface RestoreAnswers {
  /** Private key of an encrypted backup. */
  readonly identity: string | undefined;
  /** If the backup has other security settings, shows them and asks again. */
  readonly confirmChanges: (changes: readonly ChangedSetting[]) => Promise<boolean>;
}

export async function restoreBackup(
  backup: BackupInfo,
  { identity, confirmChanges }: RestoreAnswers,
): Promise<void> {
  const wanted = { id: backup.id, ...(identity !== undefined && { identity }) };
  restoreProgress.set({ state: 'under way', backup });
  try {
    const answer = await galley.backups.restore(wanted).catch(async (error: unknown) => {
      if (!isProblem(error, 'security_settings_change')) throw error;
      const changes = error.details['changed_settings'] as readonly ChangedSetting[];
      if (!(await confirmChanges(changes))) return null;
      return galley.backups.restore({ ...wanted, confirm_security_changes: true });
    });
    restoreProgress.set(answer && { state: 'done', answer });
  } catch (error) {
    restoreProgress.set({ state: 'failed', backup, error });
  }
  // All cached data may belong to the content from before the restore.
  await queryClient.invalidateQueries();
}

/** The first request asks for the password if required; its response is cancelled unread. */
export async function downloadBackup({ id }: BackupInfo): Promise<void> {
  const { stream } = await galley.backups.download({ id });
  await stream.cancel();
  location.assign(`${basePath}api/backups/download?${new URLSearchParams({ id }).toString()}`);
}
