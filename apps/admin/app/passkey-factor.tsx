import { isProblem, type PasskeyOptions } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { galley } from '../lib/galley.ts';
import { useMessages } from '../lib/messages.ts';
import { askForPasskey, canUsePasskeys } from '../lib/passkeys.ts';
import { useAction } from '../lib/use-action.ts';
import { Button, ErrorNotice } from '../ui/index.ts';
import { OrLine } from './or-line.tsx';
import { passkeyMessages } from './passkey-messages.ts';
import { signInOptionsQuery } from './session.ts';

/** Second factors that the server accepts after the right password. */
export interface FactorChoice {
  readonly takesTotp: boolean;
  /** Absent for people without a passkey. */
  readonly options?: PasskeyOptions['options'];
}

/** `undefined` for other errors. */
export function factorChoiceOf(error: unknown): FactorChoice | undefined {
  if (!isProblem(error, 'totp_required')) return undefined;
  const { second_factors: accepted, passkey_options: options } = error.details;
  const takesTotp = !Array.isArray(accepted) || accepted.includes('totp');
  return { takesTotp, ...(isOptions(options) && { options }) };
}

function isOptions(value: unknown): value is PasskeyOptions['options'] {
  return typeof value === 'object' && value !== null;
}

export interface PasskeyFactorProps {
  readonly username: string;
  readonly password: string;
  readonly choice: FactorChoice;
  readonly onDone: () => void;
}

/** Empty where passkeys do not work; then there are recovery codes. */
export function PasskeyFactor(props: PasskeyFactorProps): ReactNode {
  const { data } = useQuery(signInOptionsQuery);
  return canUsePasskeys(data?.passkey_origin) ? <PasskeyFactorButton {...props} /> : null;
}

function PasskeyFactorButton(props: PasskeyFactorProps): ReactNode {
  const { username, password, choice, onDone } = props;
  const text = useMessages(passkeyMessages);
  const unused = useRef(choice.options);
  const asking = useAction(async () => {
    const options = unused.current ?? (await freshOptions(username, password));
    // The server accepts an answer to a challenge once.
    unused.current = undefined;
    const passkey = await askForPasskey({ options });
    await galley.auth.login({ username, password, passkey }, { background: true });
    onDone();
  });
  return (
    <div className="stack">
      <ErrorNotice error={asking.error} />
      <p className="soft">{text.factorHelp}</p>
      <Button
        icon={Fingerprint}
        kind={choice.takesTotp ? 'secondary' : 'primary'}
        isPending={asking.isPending}
        onPress={asking.run}
        autoFocus={!choice.takesTotp}
      >
        {text.factor}
      </Button>
      <OrLine />
    </div>
  );
}

async function freshOptions(
  username: string,
  password: string,
): Promise<PasskeyOptions['options']> {
  try {
    await galley.auth.login({ username, password }, { background: true });
  } catch (error) {
    const { options } = factorChoiceOf(error) ?? {};
    if (options) return options;
    throw error;
  }
  throw new Error('The server asks for no second factor any more.');
}
