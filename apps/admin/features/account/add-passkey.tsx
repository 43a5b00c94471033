import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { createPasskey } from '../../lib/passkeys.ts';
import { Dialog, FormDialog, TextField, toast } from '../../ui/index.ts';
import { accountMessages } from './messages.ts';
import { passkeysMessages } from './passkeys-messages.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { sessionsQuery } from './sessions-query.ts';

/** `onDone` is called when the passkey is added, and the recovery codes of a first second factor are stored. */
export function AddPasskeyDialog(props: {
  readonly onClose: () => void;
  readonly onDone: () => void;
}): ReactNode {
  const { onClose, onDone } = props;
  const messages = useMessages(passkeysMessages);
  const suggested = useDeviceName();
  const [typed, setName] = useState<string>();
  const name = typed ?? suggested;
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const add = async () => {
    const passkey = await createPasskey(await galley.passkeys.begin());
    const { recovery_codes: made } = await galley.passkeys.add({ name, passkey });
    toast({ text: messages.added({ name }) });
    if (made.length > 0) setCodes(made);
    else onDone();
  };
  if (codes)
    return (
      <Dialog title={messages.addTitle}>
        <RecoveryCodes codes={codes} level={3} onDone={onDone} />
      </Dialog>
    );
  return (
    <FormDialog
      title={messages.addTitle}
      size="small"
      action={messages.proceed}
      onClose={onClose}
      onSubmit={add}
      disabledReason={name.trim() === '' && messages.needName}
    >
      <p className="soft">{messages.addText}</p>
      <TextField
        label={messages.name}
        help={messages.nameHelp}
        value={name}
        onChange={setName}
        maxLength={100}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  );
}

function useDeviceName(): string {
  const { device } = useMessages(accountMessages);
  const { username, mfa_complete: isReady } = useSession();
  const { data } = useQuery({ ...sessionsQuery(username), enabled: isReady });
  const { browser: program, system } = data?.find(({ current }) => current) ?? {};
  return program && system ? device({ program, system }) : '';
}
