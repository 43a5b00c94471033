import { useState, type ReactNode } from 'react';
import { galley } from '../lib/galley.ts';
import { remedies } from '../lib/remedies.ts';
import { useStore } from '../lib/store.ts';
import { useWords } from '../lib/words.ts';
import { Dialog, FormDialog, TextField } from '../ui/index.ts';
import { refreshSession, useSession } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';
import { appWords } from './words.ts';

/** Asks for sign-in or the password above the page. The page below keeps its state and all its text. */
export function SessionSheet(): ReactNode {
  const asked = useStore(remedies.asked);
  if (!asked) return null;
  return asked.remedy === 'sign_in' ? (
    <SignInSheet answer={asked.answer} />
  ) : (
    <ConfirmSheet answer={asked.answer} />
  );
}

interface SheetProps {
  readonly answer: (isDone: boolean) => void;
}

function SignInSheet({ answer }: SheetProps): ReactNode {
  const words = useWords(appWords);
  const { username } = useSession();
  return (
    <Dialog title={words.signInAgain} size="small" onClose={() => answer(false)}>
      <div className="stack">
        <p className="soft">{words.signInAgainText}</p>
        <SignInForm
          username={username}
          onDone={() => {
            answer(true);
            void refreshSession();
          }}
        />
      </div>
    </Dialog>
  );
}

function ConfirmSheet({ answer }: SheetProps): ReactNode {
  const words = useWords(appWords);
  const [password, setPassword] = useState('');
  return (
    <FormDialog
      title={words.confirmTitle}
      size="small"
      action={words.confirm}
      onClose={() => answer(false)}
      onSubmit={async () => {
        await galley.sessions.confirm({ password }, { background: true });
        answer(true);
      }}
    >
      <p className="soft">{words.confirmText}</p>
      <TextField
        label={words.password}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        autoFocus
      />
    </FormDialog>
  );
}
