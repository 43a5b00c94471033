import { isProblem } from '@galley/sdk';
import { useState, type FormEvent, type ReactNode } from 'react';
import { formatTime } from '../lib/format.ts';
import { galley } from '../lib/galley.ts';
import { problemText } from '../lib/problem-text.ts';
import { defineMessages, withValues, useMessages } from '../lib/messages.ts';
import { Button, ErrorNotice, Notice, TextField } from '../ui/index.ts';
import { factorChoiceOf, PasskeyFactor, type FactorChoice } from './passkey-factor.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';

const signInMessages = defineMessages('signIn', {
  username: 'User name',
  password: 'Password',
  code: 'Code',
  codeHelp: 'The six-digit code from your authenticator app.',
  recovery: 'Recovery code',
  recoveryHelp: 'One of the codes you saved when you set up two-factor authentication.',
  useRecovery: 'Use a recovery code instead',
  useCode: 'Use an authenticator code instead',
  signIn: 'Sign in',
  missingName: 'Enter your user name.',
  missingPassword: 'Enter your password.',
  missingCode: 'Enter the code.',
  tooMany: 'Too many attempts',
  tooManyText: withValues<{ time: string }>('Sign-in is locked for now. Try again at {time}.'),
});

interface SignInFormProps {
  /** Fixed user name; without it, any user can sign in. */
  readonly username?: string;
  readonly suggested?: string;
  readonly onDone: () => void;
  /** The password was right, and a second factor is asked for. */
  readonly onFactorDue?: () => void;
}

export function SignInForm(props: SignInFormProps): ReactNode {
  const text = useMessages(signInMessages);
  const form = useSignIn(props);
  const { username, password, code, choice, error, missing } = form;
  return (
    <form className="stack" onSubmit={form.submit} noValidate>
      <Refusal error={error} lockedUntil={form.lockedUntil} />
      <TextField
        label={text.username}
        name="username"
        value={username}
        onChange={form.setUsername}
        autoComplete="username webauthn"
        isReadOnly={props.username !== undefined}
        autoFocus={!form.isKnown}
        error={missing && username.trim() === '' ? text.missingName : undefined}
      />
      <TextField
        label={text.password}
        name="password"
        type="password"
        value={password}
        onChange={form.setPassword}
        autoComplete="current-password"
        autoFocus={form.isKnown}
        error={missing && password === '' ? text.missingPassword : undefined}
      />
      {code !== null && choice.options && (
        <PasskeyFactor {...{ username, password, choice }} onDone={props.onDone} />
      )}
      {code !== null && (
        <CodeField
          takesTotp={choice.takesTotp}
          value={code}
          onChange={form.setCode}
          error={codeError(error) ?? (missing && code.trim() === '' ? text.missingCode : undefined)}
        />
      )}
      <Button type="submit" kind="primary" isPending={form.isPending}>
        {text.signIn}
      </Button>
      {code === null && <PasskeySignIn username={props.username} onDone={props.onDone} />}
    </form>
  );
}

function Refusal(props: {
  readonly error: unknown;
  readonly lockedUntil: ReturnType<typeof useSignIn>['lockedUntil'];
}): ReactNode {
  const { error, lockedUntil } = props;
  const text = useMessages(signInMessages);
  if (!lockedUntil) return codeError(error) === undefined && <ErrorNotice error={error} />;
  return (
    <Notice tone="bad" title={text.tooMany}>
      {text.tooManyText({ time: formatTime(lockedUntil) })}
    </Notice>
  );
}

function codeError(error: unknown): string | undefined {
  return isProblem(error, 'totp_invalid') ? problemText(error) : undefined;
}

function CodeField(props: {
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly error: string | undefined;
  /** Otherwise, only recovery codes. */
  readonly takesTotp: boolean;
}): ReactNode {
  const { takesTotp, ...field } = props;
  const text = useMessages(signInMessages);
  const [isRecovery, setRecovery] = useState(!takesTotp);
  return (
    <div className="stack" key={String(isRecovery)}>
      <TextField
        {...field}
        label={isRecovery ? text.recovery : text.code}
        name="totp_code"
        help={isRecovery ? text.recoveryHelp : text.codeHelp}
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        maxLength={64}
        autoFocus={takesTotp}
      />
      {takesTotp && (
        <span>
          <Button
            kind="quiet"
            size="small"
            onPress={() => {
              props.onChange('');
              setRecovery(!isRecovery);
            }}
          >
            {isRecovery ? text.useCode : text.useRecovery}
          </Button>
        </span>
      )}
    </div>
  );
}

function useSignIn({ username: fixed, suggested, onDone, onFactorDue }: SignInFormProps) {
  const [username, setUsername] = useState(fixed ?? suggested ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const [choice, setChoice] = useState<FactorChoice>({ takesTotp: true });
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [lockedUntil, setLockedUntil] = useState<Date | null>(null);
  const [missing, setMissing] = useState(false);
  const isKnown = (fixed ?? suggested ?? '') !== '';
  const isWhole = username.trim() !== '' && password !== '' && code?.trim() !== '';
  const send = async () => {
    setPending(true);
    setError(null);
    setLockedUntil(null);
    try {
      const codeGiven = code ? { totp_code: code.replace(/\s/g, '') } : {};
      await galley.auth.login({ username, password, ...codeGiven }, { background: true });
      onDone();
    } catch (problem) {
      const accepted = factorChoiceOf(problem);
      if (accepted && code === null) {
        setChoice(accepted);
        setCode('');
        onFactorDue?.();
      } else setError(problem);
      if (isProblem(problem, 'rate_limited') && problem.retryAfter !== undefined)
        setLockedUntil(new Date(Date.now() + problem.retryAfter * 1000));
    } finally {
      setPending(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setMissing(!isWhole);
    if (isWhole) void send();
  };
  const fields = { username, setUsername, password, setPassword, code, setCode, choice };
  return { ...fields, isKnown, isPending, error, lockedUntil, missing, submit };
}
