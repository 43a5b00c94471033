import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { OrLine } from '../../app/or-line.tsx';
import { signInOptionsQuery } from '../../app/session.ts';
import { adminPath } from '../../lib/base-path.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button, ErrorNotice } from '../../ui/index.ts';
import { providerMessages } from './provider-messages.ts';

interface ProviderButtonsProps {
  /** Address within the admin, which begins with a slash. */
  readonly next: string;
  readonly invitation?: string;
  /** The form above asks for a second factor, without a passkey button at its end. */
  readonly isFactorDue?: boolean;
}

/** Renders nothing without configured providers. */
export function ProviderButtons(props: ProviderButtonsProps): ReactNode {
  const { next, invitation, isFactorDue = false } = props;
  const messages = useMessages(providerMessages);
  const { data: options } = useQuery(signInOptionsQuery);
  if (!options || options.providers.length === 0) return null;
  // The passkey button, where it is shown, follows such a line already.
  const hasPasskeyButton = !isFactorDue && canUsePasskeys(options.passkey_origin);
  const hasLine = options.password && invitation === undefined && !hasPasskeyButton;
  return (
    <div className="stack">
      {hasLine && <OrLine />}
      {invitation !== undefined && <p className="soft">{messages.invitation}</p>}
      {options.providers.map(({ id, label }) => (
        <ProviderButton
          key={id}
          label={messages.continueWith({ label })}
          begin={() =>
            galley.auth.beginAtProvider({
              provider: id,
              return_to: `/${adminPath}${next}`,
              ...(invitation !== undefined && { invitation }),
            })
          }
        />
      ))}
    </div>
  );
}

export function ProviderButton(props: {
  readonly label: string;
  readonly begin: () => Promise<{ readonly url: string }>;
}): ReactNode {
  const { label, begin } = props;
  const going = useAction(async () => {
    const { url } = await begin();
    location.assign(url);
  });
  return (
    <>
      <ErrorNotice error={going.error} />
      <Button isPending={going.isPending} onPress={going.run}>
        {label}
      </Button>
    </>
  );
}
