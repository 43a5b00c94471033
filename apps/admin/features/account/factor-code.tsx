import { useState, type FormEvent, type ReactNode } from 'react';
import { PasskeyConfirm } from '../../app/passkey-confirm.tsx';
import { signOut } from '../../app/top-bar.tsx';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button, ErrorNotice, TextField } from '../../ui/index.ts';
import { authMessages } from './auth-messages.ts';
import { AuthLayout } from './auth-layout.tsx';
import { providerMessages } from './provider-messages.ts';

/** After a sign-in at a provider, for an account with a second factor. */
export function FactorCode({ onDone }: { readonly onDone: () => Promise<void> }): ReactNode {
  const messages = useMessages(providerMessages);
  const { needCode, signOut: signOutLabel } = useMessages(authMessages);
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const checking = useAction(async () => {
    await galley.auth.verifyFactor({ totp_code: code.replace(/\s/g, '') });
    await onDone();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(code.trim() === '');
    if (code.trim() !== '') checking.run();
  };
  return (
    <AuthLayout title={messages.factorTitle}>
      <form className="stack" onSubmit={submit} noValidate>
        <p className="soft">{messages.factorText}</p>
        <ErrorNotice error={checking.error} />
        <TextField
          label={messages.code}
          name="totp_code"
          value={code}
          onChange={setCode}
          autoComplete="one-time-code"
          maxLength={64}
          autoFocus
          error={isMissing && code.trim() === '' ? needCode : undefined}
        />
        <PasskeyConfirm
          send={(passkey) => galley.auth.verifyFactor({ passkey }, { background: true })}
          onDone={() => void onDone()}
        />
        <div className="row">
          <Button type="submit" kind="primary" isPending={checking.isPending}>
            {messages.confirmCode}
          </Button>
          <Button kind="quiet" onPress={() => void signOut()}>
            {signOutLabel}
          </Button>
        </div>
      </form>
    </AuthLayout>
  );
}
