import { isProblem } from '@galley/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { sessionQuery } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useWords } from '../../lib/words.ts';
import { Button, ErrorNotice, Notice, TextField } from '../../ui/index.ts';
import { doorWords } from './door-words.ts';
import { Door } from './door.tsx';
import { useLinkToken } from './link-token.ts';
import { NewPasswordFields, useNewPassword } from './new-password.tsx';
import { useAction } from '../../lib/use-action.ts';

/** Creates the first administrator with the link that the server prints. */
export function Page(): ReactNode {
  const words = useWords(doorWords);
  const token = useLinkToken();
  // The key resets the form if the user pastes another link over this one.
  return (
    <Door title={words.setup}>{token ? <Setup key={token} {...{ token }} /> : <Broken />}</Door>
  );
}

function Setup({ token }: { readonly token: string }): ReactNode {
  const words = useWords(doorWords);
  const navigate = useNavigate();
  const [profile, setProfile] = useState({ username: '', name: '', email: '' });
  const password = useNewPassword();
  const sending = useAction(async () => {
    const { username, name, email } = profile;
    const more = { ...(name && { name }), ...(email && { email }) };
    await galley.auth.setup({ token, username, password: password.password, ...more });
    queryClient.clear();
    await queryClient.fetchQuery(sessionQuery);
    await navigate({ to: '/', replace: true });
  });
  if (isProblem(sending.error, 'setup_link_invalid')) return <Broken />;
  const errors = fieldErrors(sending.error);
  const field = (name: keyof typeof profile) => ({
    name,
    value: profile[name],
    onChange: (value: string) => setProfile({ ...profile, [name]: value }),
    error: errors[name],
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password.check()) sending.run();
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p className="soft">{words.setupText}</p>
      {!isProblem(sending.error, 'invalid_fields') && <ErrorNotice error={sending.error} />}
      <TextField
        label={words.username}
        help={words.usernameHelp}
        autoComplete="username"
        autoFocus
        {...field('username')}
      />
      <TextField label={words.name} help={words.optional} autoComplete="name" {...field('name')} />
      <TextField
        label={words.email}
        help={words.optional}
        type="email"
        autoComplete="email"
        {...field('email')}
      />
      <NewPasswordFields value={password} username={profile.username} error={errors['password']} />
      <Button type="submit" kind="primary" isPending={sending.isPending}>
        {words.createAccount}
      </Button>
    </form>
  );
}

function Broken(): ReactNode {
  const words = useWords(doorWords);
  return (
    <>
      <Notice tone="bad" title={words.setupBroken}>
        {words.setupBrokenText}
      </Notice>
      <p>{words.setupDone}</p>
      <p>{words.setupAgain}</p>
      <Link to={'/sign-in'} className="button">
        {words.signIn}
      </Link>
    </>
  );
}
