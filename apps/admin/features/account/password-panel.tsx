import { isProblem } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { fieldErrors, problemText } from '../../lib/problem-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, Checkbox, FormDialog, Panel, TextField, toast } from '../../ui/index.ts';
import { NewPasswordFields, useNewPassword } from './new-password.tsx';
import { tokensQuery } from './tokens-query.ts';
import { accountMessages } from './messages.ts';

export function PasswordPanel(): ReactNode {
  const messages = useMessages(accountMessages);
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title={messages.password}
      actions={
        <Button icon={KeyRound} size="small" onPress={() => setOpen(true)}>
          {messages.changePassword}
        </Button>
      }
    >
      <p className="soft">{messages.passwordAbout}</p>
      {isOpen && <PasswordDialog onClose={() => setOpen(false)} />}
    </Panel>
  );
}

function PasswordDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const messages = useMessages(accountMessages);
  const { username } = useSession();
  const [current, setCurrent] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isRevoking, setRevoking] = useState(true);
  const value = useNewPassword();
  const change = async () => {
    setError(null);
    if (!value.check()) return;
    try {
      const { tokens_revoked: revoked } = await galley.password.change({
        current_password: current,
        new_password: value.password,
        revoke_tokens: isRevoking,
      });
      toast({ text: messages.passwordChanged({ tokens: revoked }) });
    } catch (problem) {
      if (!isProblem(problem, 'invalid_credentials', 'invalid_fields')) throw problem;
      setError(problem);
      return;
    }
    void queryClient.invalidateQueries({ queryKey: ['sessions'] });
    void queryClient.invalidateQueries({ queryKey: ['tokens'] });
    onClose();
  };
  const isWrong = isProblem(error, 'invalid_credentials');
  const errors = fieldErrors(error);
  return (
    <FormDialog
      title={messages.changePassword}
      size="small"
      action={messages.changePassword}
      onClose={onClose}
      onSubmit={change}
    >
      {/* Tells password managers the user name. */}
      <input autoComplete="username" value={username} readOnly hidden />
      <TextField
        label={messages.current}
        type="password"
        name="current-password"
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
        error={isWrong ? problemText(error) : undefined}
        autoFocus
      />
      <NewPasswordFields
        value={value}
        username={username}
        label={messages.newPassword}
        error={errors['new_password'] ?? errors['password']}
      />
      <RevokeTokens isSelected={isRevoking} onChange={setRevoking} />
    </FormDialog>
  );
}

function RevokeTokens(props: {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
}): ReactNode {
  const messages = useMessages(accountMessages);
  const tokens = useQuery(tokensQuery(useSession().username));
  return (
    <Checkbox {...props} help={messages.revokeTokensHelp}>
      {tokens.data
        ? messages.revokeTokensCount({ count: tokens.data.length })
        : messages.revokeTokens}
    </Checkbox>
  );
}
