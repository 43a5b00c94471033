import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { sessionQuery } from '../../app/session.ts';
import { SignInForm } from '../../app/sign-in-form.tsx';
import { useWords } from '../../lib/words.ts';
import { Notice } from '../../ui/index.ts';
import { doorWords } from './door-words.ts';
import { Door } from './door.tsx';

export function Page(): ReactNode {
  const words = useWords(doorWords);
  const { next, notice, username }: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = async () => {
    queryClient.clear();
    await queryClient.fetchQuery(sessionQuery);
    // Accepts only addresses within the admin, so that a link to this page cannot redirect to another site.
    const target = typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : '/';
    await navigate({ href: target });
  };
  return (
    <Door title={words.signIn}>
      {notice === 'signed-out' && <Notice tone="info">{words.signedOut}</Notice>}
      {notice === 'password-set' && <Notice tone="good">{words.passwordSet}</Notice>}
      <SignedInAlready />
      <SignInForm
        {...(typeof username === 'string' && { suggested: username })}
        onDone={() => void go()}
      />
      <p className="soft small">{words.firstTime}</p>
    </Door>
  );
}

/** Continues with an existing session, for example one started in another tab. */
function SignedInAlready(): ReactNode {
  const words = useWords(doorWords);
  const { data } = useQuery({ ...sessionQuery, enabled: false });
  if (!data?.authenticated) return null;
  return (
    <Notice actions={<Link to="/">{words.goOn}</Link>}>
      {words.already(data.name || data.username)}
    </Notice>
  );
}
