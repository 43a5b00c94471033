import { Link, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button, ErrorNotice, Notice, TextField } from '../../ui/index.ts';
import { AuthLayout } from './auth-layout.tsx';
import { authMessages } from './auth-messages.ts';

export function Page(): ReactNode {
  const messages = useMessages(authMessages);
  const { username }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const [user, setUser] = useState(typeof username === 'string' ? username : '');
  const [isMissing, setMissing] = useState(false);
  const [isSent, setSent] = useState(false);
  const sending = useAction(async () => {
    await galley.password.forgotten({ user: user.trim() });
    setSent(true);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(user.trim() === '');
    if (user.trim() !== '') sending.run();
  };
  return (
    <AuthLayout title={messages.forgotten}>
      {isSent ? (
        <Notice tone="good" title={messages.forgottenSent}>
          {messages.forgottenSentText}
        </Notice>
      ) : (
        <form className="stack" onSubmit={submit} noValidate>
          <p className="soft">{messages.forgottenText}</p>
          <ErrorNotice error={sending.error} />
          <TextField
            label={messages.forgottenUser}
            name="username"
            value={user}
            onChange={setUser}
            autoComplete="username"
            autoFocus
            maxLength={254}
            error={isMissing && user.trim() === '' ? messages.forgottenMissing : undefined}
          />
          <Button type="submit" kind="primary" isPending={sending.isPending}>
            {messages.forgottenSend}
          </Button>
        </form>
      )}
      <Link to="/sign-in">{messages.backToSignIn}</Link>
    </AuthLayout>
  );
}
