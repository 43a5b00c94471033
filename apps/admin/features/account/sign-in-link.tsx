import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button, ErrorNotice } from '../../ui/index.ts';
import { authMessages } from './auth-messages.ts';
import { providerMessages } from './provider-messages.ts';

/** A press, so that programs that open links to check them do not use it up. */
export function SignInLink(props: {
  readonly token: string;
  readonly onDone: () => Promise<void>;
}): ReactNode {
  const messages = useMessages(providerMessages);
  const { backToSignIn } = useMessages(authMessages);
  const signingIn = useAction(async () => {
    await galley.auth.useLink({ token: props.token });
    await props.onDone();
  });
  return (
    <div className="stack">
      <p className="soft">{messages.linkText}</p>
      <ErrorNotice error={signingIn.error} />
      <Button kind="primary" isPending={signingIn.isPending} onPress={signingIn.run}>
        {messages.linkSignIn}
      </Button>
      {signingIn.error !== null && <Link to="/sign-in">{backToSignIn}</Link>}
    </div>
  );
}
