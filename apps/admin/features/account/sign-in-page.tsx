import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { sessionQuery } from '../../app/session.ts';
import { SignInForm } from '../../app/sign-in-form.tsx';
import { useWords } from '../../lib/words.ts';
import { Door } from './door.tsx';
import { accountWords } from './words.ts';

/** Where everybody begins who has no session. */
export function Page(): ReactNode {
  const words = useWords(accountWords);
  const { next } = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = async () => {
    queryClient.clear();
    await queryClient.fetchQuery(sessionQuery);
    // Only an address of the admin: whoever sends a link here leads nobody elsewhere.
    const target = typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : '/';
    await navigate({ href: target });
  };
  return (
    <Door title={words.signIn}>
      <SignInForm onDone={() => void go()} />
      <p className="soft small">{words.firstTime}</p>
    </Door>
  );
}
