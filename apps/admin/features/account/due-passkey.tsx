import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { signInOptionsQuery } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import { Button } from '../../ui/index.ts';
import { AddPasskeyDialog } from './add-passkey.tsx';
import { passkeysMessages } from './passkeys-messages.ts';
import { useReasonAgainst } from './use-reason-against.ts';

/** For people who must set up a second factor before anything else. */
export function DuePasskey(props: {
  readonly isRequired: boolean;
  readonly onDone: () => void;
}): ReactNode {
  const { isRequired, onDone } = props;
  const messages = useMessages(passkeysMessages);
  const [isAdding, setAdding] = useState(false);
  const { data } = useQuery(signInOptionsQuery);
  const reason = useReasonAgainst();
  if (!isRequired && !canUsePasskeys(data?.passkey_origin)) return null;
  return (
    <>
      <Button
        icon={Fingerprint}
        kind={isRequired ? 'primary' : 'secondary'}
        disabledReason={reason}
        onPress={() => setAdding(true)}
      >
        {isRequired ? messages.add : messages.orPasskey}
      </Button>
      {isRequired && reason && <p className="soft">{reason}</p>}
      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} onDone={onDone} />}
    </>
  );
}
