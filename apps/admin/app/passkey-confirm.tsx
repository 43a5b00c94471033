import type { PasskeyAssertion } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import type { ReactNode } from 'react';
import { galley } from '../lib/galley.ts';
import { useMessages } from '../lib/messages.ts';
import { askForPasskey, canUsePasskeys } from '../lib/passkeys.ts';
import { useAction } from '../lib/use-action.ts';
import { Button, ErrorNotice } from '../ui/index.ts';
import { passkeyMessages } from './passkey-messages.ts';
import { signInOptionsQuery, useSession } from './session.ts';

const background = { background: true } as const;

interface PasskeyConfirmProps {
  /** By default, confirms the session. */
  readonly send?: (passkey: PasskeyAssertion) => Promise<unknown>;
  readonly onDone: () => void;
}

const confirmSession = (passkey: PasskeyAssertion) =>
  galley.sessions.confirm({ passkey }, background);

/** Empty for people without a passkey, and where passkeys do not work. */
export function PasskeyConfirm({ send = confirmSession, onDone }: PasskeyConfirmProps): ReactNode {
  const text = useMessages(passkeyMessages);
  const { has_passkey: hasPasskey = false } = useSession();
  const { data } = useQuery({ ...signInOptionsQuery, enabled: hasPasskey });
  const asking = useAction(async () => {
    const passkey = await askForPasskey(await galley.passkeys.confirmOptions({}, background));
    await send(passkey);
    onDone();
  });
  if (!hasPasskey || !canUsePasskeys(data?.passkey_origin)) return null;
  return (
    <>
      <ErrorNotice error={asking.error} />
      <span>
        <Button icon={Fingerprint} isPending={asking.isPending} onPress={asking.run}>
          {text.confirm}
        </Button>
      </span>
    </>
  );
}
