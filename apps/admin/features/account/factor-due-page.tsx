import type { TotpSetupResponse } from '@galley/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { refreshSession } from '../../app/session.ts';
import { signOut } from '../../app/top-bar.tsx';
import { galley } from '../../lib/galley.ts';
import { useWords } from '../../lib/words.ts';
import { Button, ErrorNotice } from '../../ui/index.ts';
import { doorWords } from './door-words.ts';
import { Door } from './door.tsx';
import { SecondFactorSteps } from './second-factor-steps.tsx';
import { useAction } from '../../lib/use-action.ts';

export function Page(): ReactNode {
  const words = useWords(doorWords);
  const navigate = useNavigate();
  const [begun, setBegun] = useState<TotpSetupResponse | null>(null);
  const beginning = useAction(async () => setBegun(await galley.totp.setup({})));
  const go = async () => {
    await refreshSession();
    await navigate({ to: '/', replace: true });
  };
  if (begun)
    return (
      <Door title={words.factorTitle}>
        <SecondFactorSteps begun={begun} level={2} onDone={() => void go()} />
      </Door>
    );
  return (
    <Door title={words.factorDue}>
      <p>{words.factorDueText}</p>
      <ErrorNotice error={beginning.error} />
      <div className="row">
        <Button kind="primary" isPending={beginning.isPending} onPress={beginning.run}>
          {words.begin}
        </Button>
        <Button kind="quiet" onPress={() => void signOut()}>
          {words.signOut}
        </Button>
      </div>
    </Door>
  );
}
