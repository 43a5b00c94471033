import type { TotpSetupResponse } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { refreshSession, useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages, type TextsOf } from '../../lib/messages.ts';
import { confirmAction, Badge, Button, Dialog, ErrorNotice, Panel, toast } from '../../ui/index.ts';
import { authMessages } from './auth-messages.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorSteps } from './second-factor-steps.tsx';
import { useAction } from '../../lib/use-action.ts';
import { accountMessages } from './messages.ts';

export function FactorPanel(): ReactNode {
  const messages = useMessages(accountMessages);
  const { has_totp: isOn = false, has_passkey: hasPasskey = false } = useSession();
  const isProtected = isOn || hasPasskey;
  const withoutCodes = hasPasskey ? messages.factorPasskey : messages.factorOff;
  return (
    <Panel
      title={
        <span className="row">
          {messages.factor}
          <Badge tone={isProtected ? 'good' : 'warn'}>
            {isProtected ? messages.on : messages.off}
          </Badge>
        </span>
      }
    >
      <div className="stack">
        <p className="soft">{isOn ? messages.factorOn : withoutCodes}</p>
        <FactorActions isOn={isOn} />
      </div>
    </Panel>
  );
}

function FactorActions({ isOn }: { readonly isOn: boolean }): ReactNode {
  const messages = useMessages(accountMessages);
  const [begun, setBegun] = useState<TotpSetupResponse | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const beginning = useAction(async () => setBegun(await galley.totp.setup({})));
  const renewing = useAction(async () =>
    setCodes((await galley.totp.recoveryCodes()).recovery_codes),
  );
  const ending = useAction(() => disableFactor(messages));
  const kept = (text: string) => {
    setCodes(null);
    setBegun(null);
    toast({ text });
    void handleFactorChange();
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
          {isOn ? messages.setUpOther : messages.setUp}
        </Button>
        {isOn && (
          <>
            <Button isPending={renewing.isPending} onPress={renewing.run}>
              {messages.newCodes}
            </Button>
            <Button kind="quiet" isPending={ending.isPending} onPress={ending.run}>
              {messages.turnOff}
            </Button>
          </>
        )}
      </div>
      {begun && (
        <SetUpDialog
          begun={begun}
          onClose={() => setBegun(null)}
          onDone={() => kept(messages.factorIsOn)}
        />
      )}
      {codes && (
        <CodesDialog>
          <RecoveryCodes codes={codes} level={3} onDone={() => kept(messages.codesHold)} />
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
  const messages = useMessages(authMessages);
  const [areCodesShown, setCodesShown] = useState(false);
  return (
    <Dialog title={messages.factorTitle} {...(!areCodesShown && { onClose })}>
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
  const messages = useMessages(accountMessages);
  return <Dialog title={messages.newCodes}>{children}</Dialog>;
}

async function disableFactor(messages: TextsOf<typeof accountMessages>): Promise<void> {
  const { has_passkey: hasPasskey } = await refreshSession();
  const isSure = await confirmAction({
    title: hasPasskey ? messages.codesOffTitle : messages.turnOffTitle,
    text: hasPasskey ? messages.codesOffText : messages.turnOffText,
    action: messages.turnOff,
    kind: 'danger',
  });
  if (!isSure) return;
  await galley.totp.disable({});
  toast({ text: hasPasskey ? messages.codesAreOff : messages.factorIsOff });
  await handleFactorChange();
}

async function handleFactorChange(): Promise<void> {
  const session = await refreshSession();
  // Where everybody needs a second factor, the user must set up a new one before anything else.
  if (!session.mfa_complete) location.assign(new URL('factor-due', document.baseURI));
  else await queryClient.invalidateQueries({ queryKey: ['sessions'] });
}
