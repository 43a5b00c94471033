import { isProblem } from '@galley/sdk';
import { useState, type FormEvent, type ReactNode } from 'react';
import { galley } from '../lib/galley.ts';
import { defineWords, useWords } from '../lib/words.ts';
import { Button, ErrorNotice, TextField } from '../ui/index.ts';

const words = defineWords({
  en: {
    username: 'User name',
    password: 'Password',
    code: 'Code',
    codeHelp:
      'The six digits that your authenticator app shows now, or one of your recovery codes.',
    signIn: 'Sign in',
  },
  de: {
    username: 'Benutzername',
    password: 'Passwort',
    code: 'Code',
    codeHelp:
      'Die sechs Ziffern, die Ihre Authenticator-App gerade zeigt, oder einer Ihrer Wiederherstellungscodes.',
    signIn: 'Anmelden',
  },
});

/** Name and password, and a code as soon as the server wants one. */
export function SignInForm(props: {
  /** Who has to sign in; else anybody may. */
  readonly username?: string;
  readonly onDone: () => void;
}): ReactNode {
  const text = useWords(words);
  const [username, setUsername] = useState(props.username ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isCodeWrong = isProblem(error, 'totp_invalid');
  const send = async () => {
    setPending(true);
    setError(null);
    try {
      const codeGiven = code ? { totp_code: code.replace(/\s/g, '') } : {};
      await galley.auth.login({ username, password, ...codeGiven }, { background: true });
      props.onDone();
    } catch (problem) {
      if (isProblem(problem, 'totp_required') && code === null) setCode('');
      else setError(problem);
    } finally {
      setPending(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) void send();
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {!isCodeWrong && <ErrorNotice error={error} />}
      <TextField
        label={text.username}
        name="username"
        value={username}
        onChange={setUsername}
        autoComplete="username"
        isReadOnly={props.username !== undefined}
        autoFocus={props.username === undefined}
      />
      <TextField
        label={text.password}
        name="password"
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        autoFocus={props.username !== undefined}
      />
      {code !== null && (
        <TextField
          label={text.code}
          name="totp_code"
          help={text.codeHelp}
          error={isCodeWrong ? error.message : undefined}
          value={code}
          onChange={setCode}
          autoComplete="one-time-code"
          maxLength={64}
          autoFocus
        />
      )}
      <Button type="submit" kind="primary" isPending={isPending}>
        {text.signIn}
      </Button>
    </form>
  );
}
