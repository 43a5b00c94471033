import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { PasskeyAssertion } from '@galley/sdk';
import { galley } from '../lib/galley.ts';
import { useMessages } from '../lib/messages.ts';
import { askForPasskey, canUsePasskeys, offerPasskeys, stopOffering } from '../lib/passkeys.ts';
import { useAction } from '../lib/use-action.ts';
import { Button, ErrorNotice } from '../ui/index.ts';
import { OrLine } from './or-line.tsx';
import { passkeyMessages } from './passkey-messages.ts';
import { signInOptionsQuery } from './session.ts';

interface PasskeySignInProps {
  /** Refuses passkeys of other people. */
  readonly username?: string | undefined;
  readonly onDone: () => void;
}

/** Challenges are valid for five minutes. */
const renewalMs = 4 * 60_000;

const background = { background: true } as const;

/** Empty where passkeys do not work. */
export function PasskeySignIn(props: PasskeySignInProps): ReactNode {
  const { data } = useQuery(signInOptionsQuery);
  const isOffered = data?.password !== false && canUsePasskeys(data?.passkey_origin);
  return isOffered ? <PasskeyButton {...props} /> : null;
}

function PasskeyButton({ username, onDone }: PasskeySignInProps): ReactNode {
  const text = useMessages(passkeyMessages);
  const [isSignedIn, setSignedIn] = useState(false);
  const send = async (passkey: PasskeyAssertion) => {
    await galley.passkeys.signIn(
      { passkey, ...(username !== undefined && { username }) },
      background,
    );
    setSignedIn(true);
    onDone();
  };
  const asking = useAction(async () =>
    send(await askForPasskey(await galley.passkeys.signInOptions({}, background))),
  );
  const choosing = useOffer(send, asking.isPending || isSignedIn);
  return (
    <div className="stack">
      <OrLine />
      <ErrorNotice error={asking.error ?? choosing} />
      <Button icon={Fingerprint} isPending={asking.isPending} onPress={asking.run}>
        {text.signIn}
      </Button>
    </div>
  );
}

/**
 * Returns the error of the passkey that was chosen in the user name field. After it, none is offered there until the
 * page is opened again: browsers would show the refused one at once.
 */
function useOffer(send: (passkey: PasskeyAssertion) => Promise<void>, isPaused: boolean): unknown {
  const [error, setError] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  const offer = useEffectEvent(async (isCurrent: () => boolean) => {
    const options = await galley.passkeys.signInOptions({}, background).catch(() => undefined);
    if (!options || !isCurrent()) return;
    const passkey = await offerPasskeys(options);
    if (!passkey || !isCurrent()) return;
    await send(passkey).catch(setError);
  });
  useEffect(() => {
    if (isPaused || error !== null) return undefined;
    let isCurrent = true;
    const start = setTimeout(() => void offer(() => isCurrent));
    const renewal = setTimeout(() => setRound((last) => last + 1), renewalMs);
    return () => {
      isCurrent = false;
      clearTimeout(start);
      clearTimeout(renewal);
    };
  }, [isPaused, error, round]);
  useEffect(() => () => void stopOffering(), []);
  return error;
}
