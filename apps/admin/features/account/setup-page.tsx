import { isProblem } from '@galley/sdk';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { sessionQuery } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, Checkbox, ErrorNotice, Notice, TextField, toastProblem } from '../../ui/index.ts';
import { authMessages } from './auth-messages.ts';
import { AuthLayout } from './auth-layout.tsx';
import { useLinkToken } from './link-token.ts';
import { NewPasswordFields, useNewPassword } from './new-password.tsx';
import { useAction } from '../../lib/use-action.ts';

export function Page(): ReactNode {
  const messages = useMessages(authMessages);
  const token = useLinkToken();
  // The key resets the form if the user pastes another link over this one.
  return (
    <AuthLayout title={messages.setup}>
      {token ? <Setup key={token} {...{ token }} /> : <InvalidLinkNotice />}
    </AuthLayout>
  );
}

const choicesQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => galley.auth.setupChoices({}, { signal, background: true }),
  staleTime: Infinity,
});

function Setup({ token }: { readonly token: string }): ReactNode {
  const messages = useMessages(authMessages);
  const navigate = useNavigate();
  const [profile, setProfile] = useState({ username: '', name: '', email: '' });
  const [isEmpty, setEmpty] = useState(false);
  const { data: choices } = useQuery(choicesQuery);
  const password = useNewPassword();
  const sending = useAction(async () => {
    const { username, name, email } = profile;
    const more = { ...(name && { name }), ...(email && { email }) };
    await galley.auth.setup({ token, username, password: password.password, ...more });
    queryClient.clear();
    await queryClient.fetchQuery(sessionQuery);
    // The account exists: if this fails, Home offers it again.
    if (isEmpty) await galley.onboarding.removeExample().catch(toastProblem);
    await navigate({ to: '/', replace: true });
  });
  if (isProblem(sending.error, 'setup_link_invalid')) return <InvalidLinkNotice />;
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
      <p className="soft">{messages.setupText}</p>
      {!isProblem(sending.error, 'invalid_fields') && <ErrorNotice error={sending.error} />}
      <TextField
        label={messages.username}
        help={messages.usernameHelp}
        autoComplete="username"
        autoFocus
        {...field('username')}
      />
      <TextField
        label={messages.name}
        help={messages.optional}
        autoComplete="name"
        {...field('name')}
      />
      <TextField
        label={messages.email}
        help={messages.optional}
        type="email"
        autoComplete="email"
        {...field('email')}
      />
      <NewPasswordFields value={password} username={profile.username} error={errors['password']} />
      {choices?.example_site && (
        <Checkbox isSelected={isEmpty} onChange={setEmpty} help={messages.startEmptyHelp}>
          {messages.startEmpty}
        </Checkbox>
      )}
      <Button type="submit" kind="primary" isPending={sending.isPending}>
        {messages.createAccount}
      </Button>
    </form>
  );
}

function InvalidLinkNotice(): ReactNode {
  const messages = useMessages(authMessages);
  return (
    <>
      <Notice tone="bad" title={messages.setupBroken}>
        {messages.setupBrokenText}
      </Notice>
      <p>{messages.setupDone}</p>
      <p>{messages.setupAgain}</p>
      <Link to={'/sign-in'} className="button">
        {messages.signIn}
      </Link>
    </>
  );
}
