import { isProblem } from '@galley/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import type { FormEvent, ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useWords } from '../../lib/words.ts';
import { Button, ErrorNotice, Notice } from '../../ui/index.ts';
import { doorWords } from './door-words.ts';
import { Door } from './door.tsx';
import { useLinkToken } from './link-token.ts';
import { NewPasswordFields, useNewPassword } from './new-password.tsx';
import { useAction } from '../../lib/use-action.ts';

export function Page(): ReactNode {
  const words = useWords(doorWords);
  const token = useLinkToken();
  return (
    <Door title={words.reset}>{token ? <Reset key={token} {...{ token }} /> : <Broken />}</Door>
  );
}

function Reset({ token }: { readonly token: string }): ReactNode {
  const words = useWords(doorWords);
  const navigate = useNavigate();
  const password = useNewPassword();
  const sending = useAction(async () => {
    const { username } = await galley.password.reset({ token, new_password: password.password });
    queryClient.clear();
    const search = { notice: 'password-set', username };
    await navigate({ to: '/sign-in', search, replace: true });
  });
  if (isProblem(sending.error, 'reset_link_invalid')) return <Broken />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password.check()) sending.run();
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p className="soft">{words.resetText}</p>
      {!isProblem(sending.error, 'invalid_fields') && <ErrorNotice error={sending.error} />}
      <NewPasswordFields
        value={password}
        username=""
        label={words.newPassword}
        error={fieldErrors(sending.error)['new_password'] ?? fieldErrors(sending.error)['password']}
      />
      <Button type="submit" kind="primary" isPending={sending.isPending}>
        {words.setPassword}
      </Button>
    </form>
  );
}

function Broken(): ReactNode {
  const words = useWords(doorWords);
  return (
    <>
      <Notice tone="bad" title={words.resetBroken}>
        {words.resetBrokenText}
      </Notice>
      <p>{words.resetAgain}</p>
      <Link to={'/sign-in'} className="button">
        {words.signIn}
      </Link>
    </>
  );
}
