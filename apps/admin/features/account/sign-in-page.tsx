import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { SignInOptions } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { sessionQuery, signInOptionsQuery } from '../../app/session.ts';
import { SignInForm } from '../../app/sign-in-form.tsx';
import { useMessages } from '../../lib/messages.ts';
import { Notice } from '../../ui/index.ts';
import { authMessages } from './auth-messages.ts';
import { AuthLayout } from './auth-layout.tsx';
import { useLinkToken } from './link-token.ts';
import { ownAccountMessages } from './own-account-messages.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { providerMessages } from './provider-messages.ts';
import { SignInLink } from './sign-in-link.tsx';
import { SignInProblem } from './sign-in-problem.tsx';

export function Page(): ReactNode {
  const messages = useMessages(authMessages);
  const { next, notice, username }: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const { data: options } = useQuery(signInOptionsQuery);
  const { linkTitle } = useMessages(providerMessages);
  const { deleted } = useMessages(ownAccountMessages);
  const token = useLinkToken();
  const [isFactorDue, setFactorDue] = useState(false);
  // Accepts only addresses within the admin, so that a link to this page cannot redirect to another site.
  const target = typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : '/';
  const go = async () => {
    queryClient.clear();
    await queryClient.fetchQuery(sessionQuery);
    await navigate({ href: target });
  };
  if (token)
    return (
      <AuthLayout title={linkTitle}>
        <SignInLink token={token} onDone={go} />
      </AuthLayout>
    );
  return (
    <AuthLayout title={messages.signIn}>
      <SignInProblem />
      {notice === 'signed-out' && <Notice tone="info">{messages.signedOut}</Notice>}
      {notice === 'account-deleted' && <Notice tone="info">{deleted}</Notice>}
      {notice === 'password-set' && <Notice tone="good">{messages.passwordSet}</Notice>}
      <SignedInAlready />
      {options?.password !== false && (
        <SignInForm
          {...(typeof username === 'string' && { suggested: username })}
          onDone={() => void go()}
          onFactorDue={() => setFactorDue(true)}
        />
      )}
      <ProviderButtons next={target} isFactorDue={isFactorDue} />
      {options && <Help options={options} />}
    </AuthLayout>
  );
}

/** For people who cannot sign in. */
function Help({ options }: { readonly options: SignInOptions }): ReactNode {
  const messages = useMessages(authMessages);
  if (options.setup_due) return <p className="soft small">{messages.firstTime}</p>;
  if (options.password_reset) return <Link to="/forgotten">{messages.forgot}</Link>;
  return <p className="soft small">{messages.askForHelp}</p>;
}

function SignedInAlready(): ReactNode {
  const messages = useMessages(authMessages);
  const { data } = useQuery({ ...sessionQuery, enabled: false });
  if (!data?.authenticated) return null;
  return (
    <Notice actions={<Link to="/">{messages.goOn}</Link>}>
      {messages.already({ name: data.name || data.username })}
    </Notice>
  );
}
