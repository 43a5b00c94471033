import type { Passkey } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { useAction } from '../../lib/use-action.ts';
import {
  confirmAction,
  Button,
  EmptyState,
  ErrorNotice,
  FormDialog,
  Panel,
  QueryBoundary,
  TextField,
  Time,
  toast,
} from '../../ui/index.ts';
import { AddPasskeyDialog } from './add-passkey.tsx';
import { handlePasskeyChange, passkeysQuery } from './passkeys-query.ts';
import { passkeysMessages } from './passkeys-messages.ts';
import { useReasonAgainst } from './use-reason-against.ts';
import styles from './account.module.css';

interface PasskeysPanelProps {
  readonly username: string;
  readonly isOwn: boolean;
}

export function PasskeysPanel({ username, isOwn }: PasskeysPanelProps): ReactNode {
  const messages = useMessages(passkeysMessages);
  const [isAdding, setAdding] = useState(false);
  const query = useQuery(passkeysQuery(username));
  const reason = useReasonAgainst();
  const add = isOwn && (
    <Button icon={Plus} size="small" disabledReason={reason} onPress={() => setAdding(true)}>
      {messages.add}
    </Button>
  );
  return (
    <Panel
      title={messages.title}
      about={isOwn ? messages.about : messages.theirAbout}
      actions={add}
      isFlush
    >
      <QueryBoundary query={query} lines={2}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <NoPasskeys isOwn={isOwn} reason={reason} />
          ) : (
            <ul className={styles.lines}>
              {passkeys.map((passkey) => (
                <PasskeyLine key={passkey.id} passkey={passkey} isOwn={isOwn} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      {isAdding && (
        <AddPasskeyDialog
          onClose={() => setAdding(false)}
          onDone={() => {
            setAdding(false);
            void handlePasskeyChange();
          }}
        />
      )}
    </Panel>
  );
}

function NoPasskeys(props: {
  readonly isOwn: boolean;
  readonly reason: string | undefined;
}): ReactNode {
  const { isOwn, reason } = props;
  const messages = useMessages(passkeysMessages);
  if (!isOwn) return <p className={`soft ${styles.oneLine}`}>{messages.theirNone}</p>;
  return (
    <EmptyState icon={Fingerprint} title={messages.none}>
      {reason ?? messages.noneText}
    </EmptyState>
  );
}

function PasskeyLine(props: { readonly passkey: Passkey; readonly isOwn: boolean }): ReactNode {
  const { passkey, isOwn } = props;
  const messages = useMessages(passkeysMessages);
  const [isRenaming, setRenaming] = useState(false);
  const { id, username, name, synced, last_used_at: usedAt } = passkey;
  const removing = useAction(async () => {
    const isSure = await confirmAction({
      title: messages.removeTitle({ name }),
      text: isOwn ? messages.removeText : messages.theirRemoveText,
      action: messages.remove,
      kind: 'danger',
    });
    if (!isSure) return;
    await galley.passkeys.remove({ id, username });
    toast({ text: messages.removed });
    await handlePasskeyChange();
  });
  return (
    <li>
      <Fingerprint aria-hidden size={20} className={styles.lineIcon} />
      <div className="grow">
        <p className="breaks">
          <strong>{name}</strong>
        </p>
        <p className={styles.lineFacts}>
          <span>{synced ? messages.synced : messages.bound}</span>
          <span>
            {messages.created} <Time at={passkey.created_at} />
          </span>
          <span>
            {usedAt ? (
              <>
                {messages.used} <Time at={usedAt} />
              </>
            ) : (
              messages.unused
            )}
          </span>
        </p>
        <ErrorNotice error={removing.error} />
      </div>
      <span className={styles.lineActions}>
        {isOwn && (
          <Button size="small" onPress={() => setRenaming(true)}>
            <span aria-hidden>{messages.rename}</span>
            <span className="sr-only">{messages.renameThis({ name })}</span>
          </Button>
        )}
        <Button size="small" isPending={removing.isPending} onPress={removing.run}>
          <span aria-hidden>{messages.remove}</span>
          <span className="sr-only">{messages.removeThis({ name })}</span>
        </Button>
      </span>
      {isRenaming && <RenameDialog passkey={passkey} onClose={() => setRenaming(false)} />}
    </li>
  );
}

function RenameDialog(props: {
  readonly passkey: Passkey;
  readonly onClose: () => void;
}): ReactNode {
  const { passkey, onClose } = props;
  const messages = useMessages(passkeysMessages);
  const [name, setName] = useState(passkey.name);
  const save = async () => {
    await galley.passkeys.rename({ id: passkey.id, name });
    toast({ text: messages.renamed });
    await handlePasskeyChange();
    onClose();
  };
  return (
    <FormDialog
      title={messages.renameThis({ name: passkey.name })}
      size="small"
      action={messages.rename}
      onClose={onClose}
      onSubmit={save}
      disabledReason={name.trim() === '' && messages.needName}
    >
      <TextField
        label={messages.name}
        value={name}
        onChange={setName}
        maxLength={100}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  );
}
