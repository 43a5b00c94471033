import { isProblem, type TotpSetupResponse } from '@galley/sdk';
import { useState, type FormEvent, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, CopyField, ErrorNotice, TextField } from '../../ui/index.ts';
import { authMessages } from './auth-messages.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { problemText } from '../../lib/problem-text.ts';
import { useAction } from '../../lib/use-action.ts';
import styles from './account.module.css';

interface StepsProps {
  readonly begun: TotpSetupResponse;
  readonly level: 2 | 3;
  /** Called when the factor is on and its recovery codes are shown. */
  readonly onCodes?: () => void;
  readonly onDone: () => void;
}

export function SecondFactorSteps({ begun, level, onCodes, onDone }: StepsProps): ReactNode {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} level={level} onDone={onDone} />;
  const show = (made: readonly string[]) => {
    setCodes(made);
    onCodes?.();
  };
  return <ConfirmCodeForm begun={begun} level={level} onCodes={show} />;
}

function ConfirmCodeForm(props: {
  readonly begun: TotpSetupResponse;
  readonly level: 2 | 3;
  readonly onCodes: (codes: readonly string[]) => void;
}): ReactNode {
  const { begun, level, onCodes } = props;
  const messages = useMessages(authMessages);
  const Heading = level === 2 ? 'h2' : 'h3';
  const [code, setCode] = useState('');
  const [isTried, setTried] = useState(false);
  const sending = useAction(async () => {
    const given = code.replace(/\s/g, '');
    onCodes((await galley.totp.enable({ code: given })).recovery_codes);
  });
  const isWrong = isProblem(sending.error, 'totp_invalid');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (code.trim() !== '') sending.run();
  };
  const missing = isTried && code.trim() === '' ? messages.needCode : undefined;
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <Heading>{messages.step1}</Heading>
      <Secret begun={begun} />
      <Heading>{messages.step2}</Heading>
      {!isWrong && <ErrorNotice error={sending.error} />}
      <TextField
        label={messages.code}
        help={messages.codeHelp}
        value={code}
        onChange={setCode}
        error={isWrong ? problemText(sending.error) : missing}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={64}
        autoFocus
      />
      <Button type="submit" kind="primary" isPending={sending.isPending}>
        {messages.turnOn}
      </Button>
    </form>
  );
}

function Secret({ begun }: { readonly begun: TotpSetupResponse }): ReactNode {
  const messages = useMessages(authMessages);
  return (
    <>
      <p className="soft">{messages.scan}</p>
      <img
        className={styles.qr}
        src={`data:image/svg+xml,${encodeURIComponent(begun.qr_svg)}`}
        alt={messages.qr}
      />
      <div>
        <CopyField label={messages.secret} value={begun.secret} />
        <p className="soft small">{messages.secretHelp}</p>
      </div>
      <p>
        <a href={begun.provisioning_uri}>{messages.openApp}</a>
      </p>
    </>
  );
}
