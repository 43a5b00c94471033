import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { refreshSession, useSession } from '../../app/session.ts';
import { invalidateSubjects } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button, ErrorNotice, Notice, Page as Shown, Panel } from '../../ui/index.ts';
import { isProblem } from '@galley/sdk';
import { useLinkToken } from './link-token.ts';
import { ownAccountMessages } from './own-account-messages.ts';

/** Inside the signed-in area: visitors sign in first, and come back with the token. */
export function Page(): ReactNode {
  const messages = useMessages(ownAccountMessages);
  const { username } = useSession();
  const token = useLinkToken();
  const navigate = useNavigate();
  const [confirmed, setConfirmed] = useState('');
  const confirming = useAction(async () => {
    const { email } = await galley.account.confirmEmail({ token });
    await Promise.all([refreshSession(), invalidateSubjects(['account', 'users'])]);
    setConfirmed(email);
  });
  const isInvalid = token === '' || isProblem(confirming.error, 'email_link_invalid');
  return (
    <Shown title={messages.confirmEmail} width="text">
      <Panel>
        <div className="stack">
          {isInvalid && (
            <Notice tone="bad" title={messages.linkInvalid}>
              {messages.linkInvalidText}
            </Notice>
          )}
          {confirmed !== '' && (
            <Notice tone="good">{messages.emailConfirmed({ email: confirmed })}</Notice>
          )}
          {!isInvalid && confirmed === '' && (
            <>
              <p>{messages.confirmEmailText({ username })}</p>
              <ErrorNotice error={confirming.error} />
              <div className="row">
                <Button kind="primary" isPending={confirming.isPending} onPress={confirming.run}>
                  {messages.confirm}
                </Button>
              </div>
            </>
          )}
          {(isInvalid || confirmed !== '') && (
            <div className="row">
              <Button onPress={() => void navigate({ to: '/account' })}>
                {messages.toAccount}
              </Button>
            </div>
          )}
        </div>
      </Panel>
    </Shown>
  );
}
