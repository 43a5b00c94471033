import { type BackupInfo, type BackupsVerifyAnswer, type ChangedSetting } from '@galley/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { BadgeCheck, Download, Ellipsis, RotateCcw, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { formatBytes, formatDateTime } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages, currentMessages } from '../../lib/messages.ts';
import {
  confirmAction,
  Badge,
  IconButton,
  Menu,
  Spinner,
  toast,
  toastProblem,
} from '../../ui/index.ts';
import { downloadBackup, restoreBackup } from './backup-tasks.ts';
import { IdentityField } from './identity-field.tsx';
import { operationsMessages } from './messages.ts';

export function BackupActions({ backup }: { readonly backup: BackupInfo }): ReactNode {
  const messages = useMessages(operationsMessages);
  const queryClient = useQueryClient();
  const [verified, setVerified] = useState<BackupsVerifyAnswer | 'under way' | null>(null);
  const verify = async () => {
    const identity = backup.encrypted ? await askIdentity(backup) : undefined;
    if (identity === null) return;
    setVerified('under way');
    try {
      setVerified(await galley.backups.verify({ id: backup.id, ...(identity && { identity }) }));
    } catch (error) {
      setVerified(null);
      toastProblem(error);
    }
  };
  const remove = async () => {
    if (await removed(backup)) await queryClient.invalidateQueries({ queryKey: ['backups'] });
  };
  const actions = [
    { id: 'verify', label: messages.verify, icon: BadgeCheck, onAction: () => void verify() },
    {
      id: 'download',
      label: messages.download,
      icon: Download,
      onAction: () => void downloadBackup(backup).catch(toastProblem),
    },
    null,
    {
      id: 'restore',
      label: messages.restore,
      icon: RotateCcw,
      isDangerous: true,
      onAction: () => void restore(backup),
    },
    {
      id: 'delete',
      label: messages.deleteBackup,
      icon: Trash2,
      isDangerous: true,
      onAction: () => void remove().catch(toastProblem),
    },
  ];
  return (
    <>
      <Verified verified={verified} />
      <Menu label={messages.moreOf({ id: backup.id })} actions={actions}>
        <IconButton size="small" kind="quiet" icon={Ellipsis}>
          {messages.moreOf({ id: backup.id })}
        </IconButton>
      </Menu>
    </>
  );
}

function Verified(props: {
  readonly verified: BackupsVerifyAnswer | 'under way' | null;
}): ReactNode {
  const { verified } = props;
  const messages = useMessages(operationsMessages);
  return (
    <span role="status">
      {verified === 'under way' && <Spinner label={messages.verifying} />}
      {verified !== null && verified !== 'under way' && (
        <Badge tone="good">
          {messages.verified({ files: verified.files, size: formatBytes(verified.size) })}
        </Badge>
      )}
    </span>
  );
}

/** Null if the user cancels. */
async function askIdentity({ id }: BackupInfo): Promise<string | null> {
  const messages = currentMessages(operationsMessages);
  let identity = '';
  const isYes = await confirmAction({
    title: messages.verifyTitle({ id }),
    text: <IdentityField autoFocus onChange={(given) => (identity = given)} />,
    action: messages.verify,
  });
  return isYes ? identity.trim() : null;
}

async function removed({ id, size }: BackupInfo): Promise<boolean> {
  const messages = currentMessages(operationsMessages);
  const isYes = await confirmAction({
    title: messages.deleteTitle,
    text: messages.deleteText({ id, size: formatBytes(size) }),
    action: messages.deleteAction,
    kind: 'danger',
  });
  if (!isYes) return false;
  await galley.backups.delete({ id });
  toast({ text: messages.deletedBackup({ id }) });
  return true;
}

async function restore(backup: BackupInfo): Promise<void> {
  const messages = currentMessages(operationsMessages);
  const { id, name, include_media, created_at, encrypted } = backup;
  let identity = '';
  const isYes = await confirmAction({
    title: messages.restoreTitle({ name }),
    text: (
      <div className="stack">
        <p>
          <code>{id}</code>, {formatDateTime(created_at)}
        </p>
        <p>
          {messages.restoreWhat} {include_media ? messages.restoreMedia : messages.restoreNoMedia}
        </p>
        <p>{messages.restoreSafe}</p>
        <p>{messages.restoreNot}</p>
        <p>{messages.restoreThen}</p>
        {encrypted && <IdentityField onChange={(given) => (identity = given)} />}
      </div>
    ),
    action: messages.restoreAction,
    kind: 'danger',
    typed: name,
  });
  if (!isYes) return;
  await restoreBackup(backup, {
    identity: identity.trim() || undefined,
    confirmChanges: (changes) => confirmChanges(name, changes),
  });
}

function confirmChanges(name: string, changes: readonly ChangedSetting[]): Promise<boolean> {
  const messages = currentMessages(operationsMessages);
  return confirmAction({
    title: messages.securityTitle({ name }),
    text: (
      <div className="stack">
        <p>{messages.securityText}</p>
        <ul>
          {changes.map(({ section, name: setting, before, after }) => (
            <li key={`${section}.${setting}`}>
              <code>{`${section}.${setting}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`}</code>
            </li>
          ))}
        </ul>
      </div>
    ),
    action: messages.securityAction,
    kind: 'danger',
  });
}
