import { isProblem } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import type { Action } from '../../lib/use-action.ts';
import { Button, ErrorNotice, Notice } from '../../ui/index.ts';
import { AuthLayout } from './auth-layout.tsx';
import { useLinkToken } from './link-token.ts';
import { ownAccountMessages } from './own-account-messages.ts';

interface EmailLinkProps {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly action: Action;
  /** After the action. */
  readonly done: ReactNode;
}

/** A link in a message acts only when a person presses the button, since programs open links to examine them. */
export function EmailLinkPage({ title, text, button, action, done }: EmailLinkProps): ReactNode {
  const messages = useMessages(ownAccountMessages);
  const token = useLinkToken();
  const isInvalid = token === '' || isProblem(action.error, 'email_link_invalid');
  return (
    <AuthLayout title={title}>
      {isInvalid ? (
        <Notice tone="bad" title={messages.linkInvalid}>
          {messages.linkInvalidText}
        </Notice>
      ) : (
        (done ?? (
          <>
            <p>{text}</p>
            <ErrorNotice error={action.error} />
            <Button kind="primary" isPending={action.isPending} onPress={action.run}>
              {button}
            </Button>
          </>
        ))
      )}
      <Link to="/account">{messages.toAccount}</Link>
    </AuthLayout>
  );
}
