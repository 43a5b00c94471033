import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Notice } from '../../ui/index.ts';
import { providerMessages } from './provider-messages.ts';

const codes = [
  'sign_in_failed',
  'sign_in_refused',
  'identity_in_use',
  'provider_unavailable',
  'unauthenticated',
] as const;

/** Shows why the provider sent the browser back without a session or link. */
export function SignInProblem(): ReactNode {
  const messages = useMessages(providerMessages);
  const { problem }: Record<string, unknown> = useSearch({ strict: false });
  const code = codes.find((one) => one === problem);
  if (!code) return null;
  return (
    <Notice tone="bad" title={messages.failed}>
      {messages[code]}
    </Notice>
  );
}
