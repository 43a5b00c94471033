import type { ResetLink, UserInfo } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { signInOptionsQuery } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, Dialog, ErrorNotice, FormDialog, Panel, toast } from '../../ui/index.ts';
import { NewPasswordFields, useNewPassword } from '../account/new-password.tsx';
import { useAction } from '../../lib/use-action.ts';
import { PasswordLink } from './password-link.tsx';
import { invalidatePeople } from './queries.ts';
import { peopleMessages } from './messages.ts';

export function PersonPasswordPanel(props: {
  readonly user: UserInfo;
  readonly reason: string | undefined;
}): ReactNode {
  const { user, reason } = props;
  const messages = useMessages(peopleMessages);
  const [link, setLink] = useState<ResetLink | null>(null);
  const [isSetting, setSetting] = useState(false);
  const withoutPassword = user.has_passkey ? messages.linkPasskey : messages.linkNone;
  const making = useAction(async () => {
    setLink(await galley.users.resetLink({ username: user.username }));
  });
  const canMail = useQuery(signInOptionsQuery).data?.password_reset === true && user.email !== '';
  const mailing = useAction(async () => {
    const { sent_to: address } = await galley.users.sendLink({ username: user.username });
    toast({ text: messages.linkSent({ address }) });
  });
  return (
    <Panel title={messages.linkTitle}>
      <div className="stack">
        <p className="soft">{user.has_password ? messages.linkText : withoutPassword}</p>
        <ErrorNotice error={making.error ?? mailing.error} />
        <div className="row">
          {canMail && (
            <Button
              kind={user.has_password ? 'secondary' : 'primary'}
              isPending={mailing.isPending}
              disabledReason={reason}
              onPress={mailing.run}
            >
              {messages.mailLink}
            </Button>
          )}
          <Button
            kind={user.has_password || canMail ? 'secondary' : 'primary'}
            isPending={making.isPending}
            disabledReason={reason}
            onPress={making.run}
          >
            {messages.makeLink}
          </Button>
          <Button kind="quiet" disabledReason={reason} onPress={() => setSetting(true)}>
            {messages.setPassword}
          </Button>
        </div>
      </div>
      {link && (
        <Dialog
          title={messages.sendLink}
          actions={
            <Button kind="primary" onPress={() => setLink(null)}>
              {messages.done}
            </Button>
          }
        >
          <PasswordLink link={link} />
        </Dialog>
      )}
      {isSetting && <SetPasswordDialog user={user} onClose={() => setSetting(false)} />}
    </Panel>
  );
}

function SetPasswordDialog(props: {
  readonly user: UserInfo;
  readonly onClose: () => void;
}): ReactNode {
  const { user, onClose } = props;
  const messages = useMessages(peopleMessages);
  const value = useNewPassword();
  const [error, setError] = useState<string>();
  const send = async () => {
    setError(undefined);
    if (!value.check()) return;
    const { username, name, email, role } = user;
    try {
      await galley.users.save({ username, name, email, role, password: value.password });
    } catch (problem) {
      setError(fieldErrors(problem)['password']);
      throw problem;
    }
    await invalidatePeople();
    toast({ text: messages.passwordSet });
    onClose();
  };
  return (
    <FormDialog
      title={messages.setPassword}
      size="small"
      action={messages.setPassword}
      onClose={onClose}
      onSubmit={send}
    >
      <p className="soft">{messages.setPasswordHelp}</p>
      <NewPasswordFields value={value} username={user.username} error={error} />
    </FormDialog>
  );
}
