import type { TotpSetupResponse } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { refreshSession, useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { useWords } from '../../lib/words.ts';
import { ask, Badge, Button, Dialog, ErrorNotice, Panel, toast } from '../../ui/index.ts';
import { doorWords } from './door-words.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorSteps } from './second-factor-steps.tsx';
import { useAction } from '../../lib/use-action.ts';
import { accountWords } from './words.ts';

export function FactorPanel(): ReactNode {
  const words = useWords(accountWords);
  const { has_second_factor: isOn = false } = useSession();
  return (
    <Panel
      title={
        <span className="row">
          {words.factor}
          <Badge tone={isOn ? 'good' : 'warn'}>{isOn ? words.on : words.off}</Badge>
        </span>
      }
    >
      <div className="stack">
        <p className="soft">{isOn ? words.factorOn : words.factorOff}</p>
        <FactorActions isOn={isOn} />
      </div>
    </Panel>
  );
}

function FactorActions({ isOn }: { readonly isOn: boolean }): ReactNode {
  const words = useWords(accountWords);
  const [begun, setBegun] = useState<TotpSetupResponse | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const beginning = useAction(async () => setBegun(await galley.totp.setup({})));
  const renewing = useAction(async () =>
    setCodes((await galley.totp.recoveryCodes()).recovery_codes),
  );
  const ending = useAction(() => turnOff(words));
  const kept = (text: string) => {
    setCodes(null);
    setBegun(null);
    toast({ text });
    void factorChanged();
  };
  return (
    <>
      <ErrorNotice error={beginning.error ?? renewing.error ?? ending.error} />
      <div className="row">
        <Button
          kind={isOn ? 'secondary' : 'primary'}
          isPending={beginning.isPending}
          onPress={beginning.run}
        >
          {isOn ? words.setUpOther : words.setUp}
        </Button>
        {isOn && (
          <>
            <Button isPending={renewing.isPending} onPress={renewing.run}>
              {words.newCodes}
            </Button>
            <Button kind="quiet" isPending={ending.isPending} onPress={ending.run}>
              {words.turnOff}
            </Button>
          </>
        )}
      </div>
      {begun && (
        <SetUpDialog
          begun={begun}
          onClose={() => setBegun(null)}
          onDone={() => kept(words.factorIsOn)}
        />
      )}
      {codes && (
        <CodesDialog>
          <RecoveryCodes codes={codes} level={3} onDone={() => kept(words.codesHold)} />
        </CodesDialog>
      )}
    </>
  );
}

function SetUpDialog(props: {
  readonly begun: TotpSetupResponse;
  readonly onClose: () => void;
  readonly onDone: () => void;
}): ReactNode {
  const { begun, onClose, onDone } = props;
  const words = useWords(doorWords);
  const [areCodesShown, setCodesShown] = useState(false);
  return (
    <Dialog title={words.factorTitle} {...(!areCodesShown && { onClose })}>
      <SecondFactorSteps
        begun={begun}
        level={3}
        onCodes={() => setCodesShown(true)}
        onDone={onDone}
      />
    </Dialog>
  );
}

/** Closes only after the user confirms that the codes are stored. */
function CodesDialog({ children }: { readonly children: ReactNode }): ReactNode {
  const words = useWords(accountWords);
  return <Dialog title={words.newCodes}>{children}</Dialog>;
}

async function turnOff(words: (typeof accountWords)['en']): Promise<void> {
  const isSure = await ask({
    title: words.turnOffTitle,
    text: words.turnOffText,
    action: words.turnOff,
    kind: 'danger',
  });
  if (!isSure) return;
  await galley.totp.disable({});
  toast({ text: words.factorIsOff });
  await factorChanged();
}

async function factorChanged(): Promise<void> {
  const session = await refreshSession();
  // Where everybody needs a second factor, the user must set up a new one before anything else.
  if (!session.mfa_complete) location.assign(new URL('factor-due', document.baseURI));
  else await queryClient.invalidateQueries({ queryKey: ['sessions'] });
}
