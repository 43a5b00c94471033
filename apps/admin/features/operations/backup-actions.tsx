import { type BackupInfo, type BackupsVerifyAnswer, type ChangedSetting } from '@galley/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { BadgeCheck, Download, Ellipsis, RotateCcw, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { byteSize, dateTime } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { useWords, wordsNow } from '../../lib/words.ts';
import { ask, Badge, IconButton, Menu, Spinner, toast, toastProblem } from '../../ui/index.ts';
import { downloadBackup, restoreBackup } from './backup-work.ts';
import { operationsWords } from './words.ts';

/** Actions on a backup. The result of a verification stays next to it. */
export function BackupActions({ backup }: { readonly backup: BackupInfo }): ReactNode {
  const words = useWords(operationsWords);
  const queryClient = useQueryClient();
  const [verified, setVerified] = useState<BackupsVerifyAnswer | 'under way' | null>(null);
  const verify = async () => {
    setVerified('under way');
    try {
      setVerified(await galley.backups.verify({ id: backup.id }));
    } catch (error) {
      setVerified(null);
      toastProblem(error);
    }
  };
  const remove = async () => {
    if (await removed(backup)) await queryClient.invalidateQueries({ queryKey: ['backups'] });
  };
  const actions = [
    { id: 'verify', label: words.verify, icon: BadgeCheck, onAction: () => void verify() },
    {
      id: 'download',
      label: words.download,
      icon: Download,
      onAction: () => void downloadBackup(backup).catch(toastProblem),
    },
    null,
    {
      id: 'restore',
      label: words.restore,
      icon: RotateCcw,
      isDangerous: true,
      onAction: () => void restore(backup),
    },
    {
      id: 'delete',
      label: words.deleteBackup,
      icon: Trash2,
      isDangerous: true,
      onAction: () => void remove().catch(toastProblem),
    },
  ];
  return (
    <>
      <Verified verified={verified} />
      <Menu label={words.moreOf(backup.id)} actions={actions}>
        <IconButton size="small" kind="quiet" icon={Ellipsis}>
          {words.moreOf(backup.id)}
        </IconButton>
      </Menu>
    </>
  );
}

function Verified(props: {
  readonly verified: BackupsVerifyAnswer | 'under way' | null;
}): ReactNode {
  const { verified } = props;
  const words = useWords(operationsWords);
  return (
    <span role="status">
      {verified === 'under way' && <Spinner label={words.verifying} />}
      {verified !== null && verified !== 'under way' && (
        <Badge tone="good">{words.verified(verified.files, byteSize(verified.size))}</Badge>
      )}
    </span>
  );
}

async function removed({ id, size }: BackupInfo): Promise<boolean> {
  const words = wordsNow(operationsWords);
  const isYes = await ask({
    title: words.deleteTitle,
    text: words.deleteText(id, byteSize(size)),
    action: words.deleteAction,
    kind: 'danger',
  });
  if (!isYes) return false;
  await galley.backups.delete({ id });
  toast({ text: words.deletedBackup(id) });
  return true;
}

async function restore(backup: BackupInfo): Promise<void> {
  const words = wordsNow(operationsWords);
  const { id, name, include_media, created_at } = backup;
  const isYes = await ask({
    title: words.restoreTitle(name),
    text: (
      <div className="stack">
        <p>
          <code>{id}</code>, {dateTime(created_at)}
        </p>
        <p>
          {words.restoreWhat} {include_media ? words.restoreMedia : words.restoreNoMedia}
        </p>
        <p>{words.restoreSafe}</p>
        <p>{words.restoreNot}</p>
        <p>{words.restoreThen}</p>
      </div>
    ),
    action: words.restoreAction,
    kind: 'danger',
    typed: name,
  });
  if (isYes) await restoreBackup(backup, (changes) => confirmChanges(name, changes));
}

function confirmChanges(name: string, changes: readonly ChangedSetting[]): Promise<boolean> {
  const words = wordsNow(operationsWords);
  return ask({
    title: words.securityTitle(name),
    text: (
      <div className="stack">
        <p>{words.securityText}</p>
        <ul>
          {changes.map(({ section, name: setting, before, after }) => (
            <li key={`${section}.${setting}`}>
              <code>{`${section}.${setting}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`}</code>
            </li>
          ))}
        </ul>
      </div>
    ),
    action: words.securityAction,
    kind: 'danger',
  });
}
