import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';
import { EmptyState } from '../ui/index.ts';
import { hasCapability, useSession } from './session.ts';
import { appMessages } from './messages.ts';

/** Display only: the server checks each request. */
export function RequireCapability(props: {
  readonly needs: string | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const session = useSession();
  const messages = useMessages(appMessages);
  if (props.needs === undefined || hasCapability(session, props.needs, true)) return props.children;
  return (
    <EmptyState icon={Lock} title={messages.notAllowed}>
      {messages.notAllowedText}
    </EmptyState>
  );
}
