import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { useAction } from '../../lib/use-action.ts';
import { Notice } from '../../ui/index.ts';
import { EmailLinkPage } from './email-link-page.tsx';
import { useLinkToken } from './link-token.ts';
import { ownAccountMessages } from './own-account-messages.ts';

export function Page(): ReactNode {
  const messages = useMessages(ownAccountMessages);
  const token = useLinkToken();
  const [kept, setKept] = useState<{ readonly reverted: boolean } | null>(null);
  const keeping = useAction(async () => setKept(await galley.account.keepEmail({ token })));
  return (
    <EmailLinkPage
      title={messages.keepEmail}
      text={messages.keepEmailText}
      button={messages.keep}
      action={keeping}
      done={
        kept && (
          <Notice
            tone="good"
            title={kept.reverted ? messages.emailReverted : messages.emailKept}
            actions={<Link to="/forgotten">{messages.newPassword}</Link>}
          >
            {messages.emailKeptText}
          </Notice>
        )
      }
    />
  );
}
