import { useState, type ReactNode } from 'react';
import { galley } from '../lib/galley.ts';
import { authPrompts } from '../lib/auth-prompts.ts';
import { useStore } from '../lib/store.ts';
import { useMessages } from '../lib/messages.ts';
import { Dialog, FormDialog, TextField } from '../ui/index.ts';
import { PasskeyConfirm } from './passkey-confirm.tsx';
import { refreshSession, useSession } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';
import { ConfirmAtProvider } from '../features/account/confirm-at-provider.tsx';
import { appMessages } from './messages.ts';

/** Opens above the page, so that the page keeps its state and text. */
export function AuthDialog(): ReactNode {
  const asked = useStore(authPrompts.asked);
  if (!asked) return null;
  return asked.remedy === 'sign_in' ? (
    <SignInDialog answer={asked.answer} />
  ) : (
    <ConfirmPasswordDialog answer={asked.answer} />
  );
}

interface AuthDialogProps {
  readonly answer: (isDone: boolean) => void;
}

function SignInDialog({ answer }: AuthDialogProps): ReactNode {
  const messages = useMessages(appMessages);
  const { username } = useSession();
  return (
    <Dialog title={messages.signInAgain} size="small" onClose={() => answer(false)}>
      <div className="stack">
        <p className="soft">{messages.signInAgainText}</p>
        <SignInForm
          username={username}
          onDone={() => {
            answer(true);
            void refreshSession();
          }}
        />
        <ConfirmAtProvider
          isSignedOut
          onDone={() => {
            answer(true);
            void refreshSession();
          }}
        />
      </div>
    </Dialog>
  );
}

function ConfirmPasswordDialog({ answer }: AuthDialogProps): ReactNode {
  const messages = useMessages(appMessages);
  const [password, setPassword] = useState('');
  return (
    <FormDialog
      title={messages.confirmTitle}
      size="small"
      action={messages.confirm}
      onClose={() => answer(false)}
      onSubmit={async () => {
        await galley.sessions.confirm({ password }, { background: true });
        answer(true);
      }}
    >
      <p className="soft">{messages.confirmText}</p>
      <TextField
        label={messages.password}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        autoFocus
      />
      <PasskeyConfirm onDone={() => answer(true)} />
      <ConfirmAtProvider isSignedOut={false} onDone={() => answer(true)} />
    </FormDialog>
  );
}
