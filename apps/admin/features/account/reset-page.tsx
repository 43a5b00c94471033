import { isProblem } from '@galley/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import type { FormEvent, ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, ErrorNotice, Notice } from '../../ui/index.ts';
import { authMessages } from './auth-messages.ts';
import { AuthLayout } from './auth-layout.tsx';
import { useLinkToken } from './link-token.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { NewPasswordFields, useNewPassword } from './new-password.tsx';
import { useAction } from '../../lib/use-action.ts';

export function Page(): ReactNode {
  const messages = useMessages(authMessages);
  const token = useLinkToken();
  return (
    <AuthLayout title={messages.reset}>
      {token ? <Reset key={token} {...{ token }} /> : <InvalidLinkNotice />}
    </AuthLayout>
  );
}

function Reset({ token }: { readonly token: string }): ReactNode {
  const messages = useMessages(authMessages);
  const navigate = useNavigate();
  const password = useNewPassword();
  const sending = useAction(async () => {
    const { username } = await galley.password.reset({ token, new_password: password.password });
    queryClient.clear();
    const search = { notice: 'password-set', username };
    await navigate({ to: '/sign-in', search, replace: true });
  });
  if (isProblem(sending.error, 'reset_link_invalid')) return <InvalidLinkNotice />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password.check()) sending.run();
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p className="soft">{messages.resetText}</p>
      {!isProblem(sending.error, 'invalid_fields') && <ErrorNotice error={sending.error} />}
      <NewPasswordFields
        value={password}
        username=""
        label={messages.newPassword}
        error={fieldErrors(sending.error)['new_password'] ?? fieldErrors(sending.error)['password']}
      />
      <Button type="submit" kind="primary" isPending={sending.isPending}>
        {messages.setPassword}
      </Button>
      <ProviderButtons next="/" invitation={token} />
    </form>
  );
}

function InvalidLinkNotice(): ReactNode {
  const messages = useMessages(authMessages);
  return (
    <>
      <Notice tone="bad" title={messages.resetBroken}>
        {messages.resetBrokenText}
      </Notice>
      <p>{messages.resetAgain}</p>
      <Link to={'/sign-in'} className="button">
        {messages.signIn}
      </Link>
    </>
  );
}
