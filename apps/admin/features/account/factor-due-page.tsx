import type { TotpSetupResponse } from '@galley/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { refreshSession, useSession } from '../../app/session.ts';
import { signOut } from '../../app/top-bar.tsx';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, ErrorNotice } from '../../ui/index.ts';
import { authMessages } from './auth-messages.ts';
import { AuthLayout } from './auth-layout.tsx';
import { DuePasskey } from './due-passkey.tsx';
import { passkeysMessages } from './passkeys-messages.ts';
import { FactorCode } from './factor-code.tsx';
import { SecondFactorSteps } from './second-factor-steps.tsx';
import { useAction } from '../../lib/use-action.ts';

export function Page(): ReactNode {
  const messages = useMessages(authMessages);
  const passkeyTexts = useMessages(passkeysMessages);
  const navigate = useNavigate();
  const { passkey_due: isPasskeyDue = false, factor_due: isFactorDue = false } = useSession();
  const [begun, setBegun] = useState<TotpSetupResponse | null>(null);
  const beginning = useAction(async () => setBegun(await galley.totp.setup({})));
  const go = async () => {
    await refreshSession();
    await navigate({ to: '/', replace: true });
  };
  if (isFactorDue) return <FactorCode onDone={go} />;
  if (begun)
    return (
      <AuthLayout title={messages.factorTitle}>
        <SecondFactorSteps begun={begun} level={2} onDone={() => void go()} />
      </AuthLayout>
    );
  return (
    <AuthLayout title={isPasskeyDue ? passkeyTexts.due : messages.factorDue}>
      <p>{isPasskeyDue ? passkeyTexts.dueText : messages.factorDueText}</p>
      <ErrorNotice error={beginning.error} />
      <div className="row">
        {!isPasskeyDue && (
          <Button kind="primary" isPending={beginning.isPending} onPress={beginning.run}>
            {messages.begin}
          </Button>
        )}
        <DuePasskey isRequired={isPasskeyDue} onDone={() => void go()} />
        <Button kind="quiet" onPress={() => void signOut()}>
          {messages.signOut}
        </Button>
      </div>
    </AuthLayout>
  );
}
