import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { useAction } from '../../lib/use-action.ts';
import { Notice } from '../../ui/index.ts';
import { notificationMessages } from '../home/notification-messages.ts';
import { EmailLinkPage } from './email-link-page.tsx';
import { useLinkToken } from './link-token.ts';
import { ownAccountMessages } from './own-account-messages.ts';

export function Page(): ReactNode {
  const messages = useMessages(ownAccountMessages);
  const kinds = useMessages(notificationMessages);
  const token = useLinkToken();
  const [done, setDone] = useState<keyof typeof kinds | null>(null);
  const unsubscribing = useAction(async () => {
    const { kind } = await galley.account.unsubscribe({ token });
    setDone(kind);
  });
  return (
    <EmailLinkPage
      title={messages.unsubscribe}
      text={messages.unsubscribeText}
      button={messages.unsubscribe}
      action={unsubscribing}
      done={
        done && (
          <Notice tone="good" title={messages.unsubscribed}>
            {messages.unsubscribedText({ notice: String(kinds[done]) })}
          </Notice>
        )
      }
    />
  );
}
