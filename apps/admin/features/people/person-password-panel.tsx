import type { ResetLink, UserInfo } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useWords } from '../../lib/words.ts';
import { Button, Dialog, ErrorNotice, FormDialog, Panel, toast } from '../../ui/index.ts';
import { NewPasswordFields, useNewPassword } from '../account/new-password.tsx';
import { useAction } from '../../lib/use-action.ts';
import { PasswordLink } from './password-link.tsx';
import { peopleChanged } from './queries.ts';
import { peopleWords } from './words.ts';

export function PersonPasswordPanel(props: {
  readonly user: UserInfo;
  readonly reason: string | undefined;
}): ReactNode {
  const { user, reason } = props;
  const words = useWords(peopleWords);
  const [link, setLink] = useState<ResetLink | null>(null);
  const [isSetting, setSetting] = useState(false);
  const making = useAction(async () => {
    setLink(await galley.users.resetLink({ username: user.username }));
  });
  return (
    <Panel title={words.linkTitle}>
      <div className="stack">
        <p className="soft">{user.has_password ? words.linkText : words.linkNone}</p>
        <ErrorNotice error={making.error} />
        <div className="row">
          <Button
            kind={user.has_password ? 'secondary' : 'primary'}
            isPending={making.isPending}
            disabledReason={reason}
            onPress={making.run}
          >
            {words.makeLink}
          </Button>
          <Button kind="quiet" disabledReason={reason} onPress={() => setSetting(true)}>
            {words.setPassword}
          </Button>
        </div>
      </div>
      {link && (
        <Dialog
          title={words.sendLink}
          actions={
            <Button kind="primary" onPress={() => setLink(null)}>
              {words.done}
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
  const words = useWords(peopleWords);
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
    await peopleChanged();
    toast({ text: words.passwordSet });
    onClose();
  };
  return (
    <FormDialog
      title={words.setPassword}
      size="small"
      action={words.setPassword}
      onClose={onClose}
      onSubmit={send}
    >
      <p className="soft">{words.setPasswordHelp}</p>
      <NewPasswordFields value={value} username={user.username} error={error} />
    </FormDialog>
  );
}
